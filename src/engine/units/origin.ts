// What is known of a text besides itself. It breaks ties between content types, never decides against the text.
import type { RecordKind } from "../model.ts";

export interface Origin {
  readonly kind: RecordKind;
  /** The records it came with are turns of one conversation, each opening with its speaker. */
  readonly amongTurns: boolean;
}
