// An operating point: the frozen configuration behind a label, one slice of settings for each stage.
import type { AnalyseSettings } from "./analyse.ts";
import type { CoverSettings } from "./coverage/likelihood.ts";
import type { GateSettings } from "./gate.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import type { ScoreSettings } from "./score.ts";

export interface OperatingPoint {
  /** What callers send. Immutable once published. */
  readonly label: string;
  /** Names the configuration in answers; distinct per label. */
  readonly policyVersion: string;
  /** The one tokenizer every measure is made with. */
  readonly tokenizer: "o200k_base";
  readonly analyse: AnalyseSettings;
  readonly score: ScoreSettings;
  readonly gate: GateSettings;
  readonly pack: PackSettings;
  readonly cover: CoverSettings;
}
