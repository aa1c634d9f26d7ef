// The three ways a select call that reached the engine can end. All of them are successes.
import type { Coverage, Evidence, Selection, Verdict } from "../engine/model.ts";

/** A verdict that can be told: once a request is released, nobody can ask for its evidence. */
export interface Told extends Omit<Coverage, "evidence"> {
  readonly evidence: Evidence;
}

interface Judged {
  /** The budget the answer was made under, in tokens. */
  readonly budgetTokens: number;
  /** Rungs tried, in order; empty for a fixed budget. */
  readonly attempted: readonly number[];
  /** null where no verdict ran. */
  readonly coverage: Told | null;
}

export type SelectOutcome =
  | ({ readonly ended: "select"; readonly selection: Selection; readonly verdict: Verdict } & Judged)
  | ({
      readonly ended: "stand_down";
      /** Why the engine stood aside: `format_metrics.engine_fallback_reason`. */
      readonly reason: string;
      /** null where no gate ran. */
      readonly verdict: Verdict | null;
      /** The ladder ended in the full context because no rung covered the task. */
      readonly ladderFailed: boolean;
    } & Judged)
  | ({
      readonly ended: "selection_error";
      /** A stable class name. */
      readonly error: string;
    } & Judged);
