// The engine's pipeline: measure, segment, analyse, score, gate; pack, excerpt, render for each budget; then cover.
// In: records, a task, an operating point, budgets. Out: a selection and the verdicts on it.
// No stage before pack sees a budget, so every rung of a ladder reuses the prepared work.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { TokenScan } from "../text/token-scan.ts";
import { scanTokens } from "../text/tokens.ts";
import { closeOnError } from "../text/vocabulary.ts";
import { type Analysed, type AnalyseSettings, analyse } from "./analyse.ts";
import { cover, type Judged } from "./cover.ts";
import type { CoverSettings } from "./coverage/completeness.ts";
import { fit as fitToBudget } from "./fit.ts";
import { type GateSettings, judge } from "./gate.ts";
import type {
  Budget,
  GateDecision,
  MeasuredRecord,
  ScoredRecord,
  Selection,
  SourceRecord,
  Stage,
  Task,
} from "./model.ts";
import { type PackSettings, type RankedUnits, rankUnits } from "./rank.ts";
import { type ScoreSettings, score } from "./score.ts";
import { segment } from "./segment.ts";

/** The frozen configuration behind a label, with the settings of each stage. */
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

/** Everything about a request that does not depend on a budget. */
export interface Prepared {
  readonly records: readonly ScoredRecord[];
  readonly gate: GateDecision;
  /** Total tokens of all records' texts. */
  readonly tokens: number;
  readonly analysed: Analysed;
  readonly ranked: RankedUnits;
}

/** Runs a stage as a plain call. Production adds spans, and tests add faults. */
export const plainStage: Stage = async (_name, work) => work(unchecked);

/** A record of only white space is never selected and never an error. */
export function isUsable(text: string): boolean {
  return text.trim() !== "";
}

/** A text of up to this length is counted once, however often the request repeats it. In UTF-16 units. */
const REPEATED_CHARS_MAX = 160;

/** The number of different short texts whose counts are kept. */
const SCANS_KEPT = 1_024;

/** Drops blank records and counts the tokens of the rest, once per request. */
export function measure(
  records: readonly SourceRecord[],
  checkpoint: Checkpoint = unchecked,
): readonly MeasuredRecord[] {
  const measured: MeasuredRecord[] = [];
  const scans = new Map<string, TokenScan>();
  records.forEach((source, position) => {
    checkpoint();
    const { text } = source;
    const known = text.length > REPEATED_CHARS_MAX ? undefined : scans.get(text);
    if (known === undefined && !isUsable(text)) return;
    const scan = known ?? scanTokens(text, checkpoint);
    if (known === undefined && text.length <= REPEATED_CHARS_MAX && scans.size < SCANS_KEPT) scans.set(text, scan);
    measured.push({ position, source, scan });
  });
  return measured;
}

/** For reports and benchmarks. The service measures and meters in one stage (`service/meter.ts`). */
export function measureAll(records: readonly SourceRecord[], stage: Stage): Promise<readonly MeasuredRecord[]> {
  return stage(
    "measure",
    (checkpoint) => measure(records, checkpoint),
    (measured) => ({ records: measured.length }),
  );
}

export async function prepare(
  measured: readonly MeasuredRecord[],
  task: Task,
  point: OperatingPoint,
  stage: Stage,
): Promise<Prepared> {
  const segmented = await stage(
    "segment",
    (checkpoint) => segment(measured, checkpoint),
    (records) => ({ units: records.reduce((sum, { units }) => sum + units.length, 0) }),
  );
  const analysed = await stage(
    "analyse",
    (checkpoint) => analyse(segmented, task, point.analyse, checkpoint),
    ({ query, corpus }) => ({ query_terms: query.terms.length, terms: corpus.terms.length }),
  );
  const { records, ranked } = await stage("score", (checkpoint) =>
    closeOnError(analysed.corpus.vocabulary, () => {
      const scored = score(analysed, point.score, checkpoint);
      checkpoint();
      return { records: scored, ranked: rankUnits(scored, point.pack, checkpoint) };
    }),
  );
  const gate = await stage(
    "gate",
    (checkpoint) => judge(analysed, records, point.gate, checkpoint),
    ({ engaged }) => ({ engaged }),
  );
  const tokens = measured.reduce((sum, { scan }) => sum + scan.total, 0);
  return { records, gate, tokens, analysed, ranked };
}

/** One rung: selects what to send within `budget`. Empty if nothing fits. */
export function selectWithin(
  { ranked }: Prepared,
  budget: Budget,
  point: OperatingPoint,
  stage: Stage,
): Promise<Selection> {
  return fitToBudget(ranked, budget, point.pack, stage);
}

/** Releases a prepared request. If a caller omits this, the next request has to save a copy of its words. */
export function release({ analysed }: Prepared): void {
  analysed.corpus.vocabulary.close();
}

/** Does the selection contain what the task asks for? A null selection means the whole context. */
export function coverage(
  prepared: Prepared,
  selection: Selection | null,
  strict: boolean,
  point: OperatingPoint,
  stage: Stage,
): Promise<Judged> {
  return stage(
    "cover",
    (checkpoint) => cover(prepared.analysed, prepared.records, selection, strict, point.cover, checkpoint),
    ({ sufficient, score }) => ({ sufficient, score }),
  );
}
