// An operating point: the frozen configuration behind a label, with the settings of each stage.
import type { AnalyseSettings } from "./analyse.ts";
import type { CoverSettings } from "./coverage/likelihood.ts";
import type { GateSettings } from "./gate.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import type { ScoreSettings } from "./score.ts";

export interface OperatingPoint {
  /** The label that callers send. Its settings are immutable once published. */
  readonly label: string;
  /** Names the configuration in answers. Different for each label. */
  readonly policyVersion: string;
  /** The tokenizer of every token count. */
  readonly tokenizer: "o200k_base";
  readonly analyse: AnalyseSettings;
  readonly score: ScoreSettings;
  readonly gate: GateSettings;
  readonly pack: PackSettings;
  readonly cover: CoverSettings;
}
