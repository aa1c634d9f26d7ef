// One message as its dialect reads it, whatever shape it has. Types only.
import type { ContextRecord } from "./gen/shapes.ts";

/** One text of a message. */
export interface MessageText {
  readonly kind: NonNullable<ContextRecord["kind"]>;
  readonly text: string;
  /** The name of the tool that it calls. */
  readonly toolName?: string;
  /** The call that it makes or answers. */
  readonly callId?: string;
}

/** One message as its dialect reads it. */
export interface MessageReading<Message> {
  readonly role: "instructions" | "user" | "other";
  /** It holds something besides text and calls, such as an image. */
  readonly opaque: boolean;
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  readonly texts: readonly MessageText[];
  /** The message with its texts replaced, null leaving one out. Never asked of one that makes calls. */
  readonly withTexts: (texts: readonly (string | null)[]) => Message;
}

export type ReadMessage<Message> = (message: Message) => MessageReading<Message>;
