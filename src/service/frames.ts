// The stack frames of an error, without the message, for the log.

/** Most frames of a stack that are kept. */
const FRAMES_MAX = 12;

/**
 * The frames of an error's stack, a line each. Never its message, which may quote what a caller sent, even lines that
 * look like frames; empty if the stack does not contain the message.
 */
export function framesOf({ message, stack = "" }: Error): string {
  const messageAt = stack.indexOf(message);
  if (messageAt < 0) return "";
  const lines = stack.slice(messageAt + message.length).split("\n");
  const frames = lines.filter((line) => line.startsWith("    at "));
  return frames.slice(0, FRAMES_MAX).join("\n");
}
