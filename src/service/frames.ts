// Where an error was thrown, in a form that the log may hold.

/** Most frames of a stack that are kept. */
const FRAMES_MAX = 12;

/**
 * Where an error was thrown: the frames of its stack, a line each. Never its message, which may quote what a caller
 * sent, frames of the caller's own included; empty when the stack does not show where the message ends.
 */
export function framesOf({ message, stack = "" }: Error): string {
  const messageAt = stack.indexOf(message);
  if (messageAt < 0) return "";
  const lines = stack.slice(messageAt + message.length).split("\n");
  const frames = lines.filter((line) => line.startsWith("    at "));
  return frames.slice(0, FRAMES_MAX).join("\n");
}
