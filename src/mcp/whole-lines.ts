// Bytes as they come in, whole lines out, so that a long line is put together once and not with every piece of it.
// Never holds more than the bound: a longer line is an error, and the end of the stream.
import { Transform } from "node:stream";
import type { Room } from "./room.ts";

const NEWLINE = 0x0a;

/**
 * What is behind a line is not taken before there is room for it, and the end not before all is cleared.
 * @param bytesMax the longest line
 */
export function wholeLines(bytesMax: number, room: Pick<Room, "forMore" | "cleared">): Transform {
  let pieces: Buffer[] = [];
  let held = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        this.push(Buffer.concat([...pieces, chunk.subarray(0, end)]));
        pieces = [];
        held = 0;
      }
      pieces.push(chunk.subarray(end));
      held += chunk.length - end;
      if (held > bytesMax) done(new Error(`a message is longer than ${bytesMax} bytes`));
      else if (end > 0) room.forMore().then(() => done());
      else done();
    },
    flush(done) {
      room.cleared().then(() => done());
    },
  });
}
