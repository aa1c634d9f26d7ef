// Lines that open something: a thread of a code review, whose comments depend on the changed lines that they are about,
// and a list that is not indented.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const HUNKS = `Pull request 987 · review threads

────────────────────────────────
charts/ledger/values-prod.yaml
@@ -54,7 +54,7 @@ externalDatabase:
   user: ledger_app
-  sslmode: verify-full
+  sslmode: require

dlang · Jun 27, 11:02
  Why? This encrypts but does not check who answers.

☐ Unresolved

────────────────────────────────
src/web/ip.ts
@@ -8,3 +8,3 @@ export function clientIp(request: Request) {
-  return hops.at(-1) ?? remote;
+  return hops.at(-2) ?? remote;

svetlana · Jun 27, 12:15
  Then staging gets undefined.
`;

const QUOTES = `Pull request 231 · review comments

src/http/pieces.ts, line 8
> +const PIECE_BYTES_MIN = 256;

mkoval: Where does 256 come from?

src/http/peers.ts:17
> +export const PIECES = 30_000;

tanaka: This hurts large networks.

hofer: Browsers send more at a time.
`;

describe("threads of a review", () => {
  it("makes comments depend on the hunk above them", () => {
    const result = cut(HUNKS);
    expect(result.type).toBe("markdown");
    const hunk = indexOf(result, "verify-full");
    expect(result.parts[hunk]?.trim().split("\n").at(0)).toBe("charts/ledger/values-prod.yaml");
    expect(result.parts[hunk]?.trim().split("\n").at(-1)).toBe("+  sslmode: require");
    const author = indexOf(result, "dlang");
    expect(result.heads[author]).toBe(hunk);
    expect([hunk, author]).toContain(result.heads[indexOf(result, "who answers")]);
    expect(result.heads[indexOf(result, "svetlana")]).toBe(indexOf(result, "hops.at(-1)"));
  });

  it("makes comments depend on the quoted line above them", () => {
    const result = cut(QUOTES);
    expect(result.heads[indexOf(result, "mkoval")]).toBe(indexOf(result, "pieces.ts, line 8"));
    const peers = indexOf(result, "peers.ts:17");
    expect(result.parts[peers]).toContain("> +export const PIECES");
    expect([result.heads[indexOf(result, "tanaka")], result.heads[indexOf(result, "hofer")]]).toEqual([peers, peers]);
  });

  it("keeps only the beginning of long changed lines in the unit of the path", () => {
    const long = HUNKS.replace("   user: ledger_app\n", "   user: ledger_app\n".repeat(40));
    const result = cut(long);
    const path = indexOf(result, "values-prod.yaml");
    expect(result.parts[path]?.length).toBeLessThan(200);
    expect(result.heads[indexOf(result, "dlang")]).toBe(path);
  });

  it("does not take a list below a path for a thread", () => {
    const list = "# Files\n\nsrc/http/peers.ts\n- counts peers\n- forgets them\n\nThe end of the list.\n";
    const result = cut(list + "A sentence. ".repeat(9));
    expect(result.heads[indexOf(result, "The end")]).toBe(indexOf(result, "# Files"));
  });
});

const FILLER = "Some text that goes on for long enough to fill a unit on its own, and says nothing, and then some. ";

it.each(["Version 2.1 (beta)", "v2.1.0-rc1", "2024-02-03 weekly meeting", "[2.1] - unreleased"])(
  "makes a list depend on the release or the meeting above it: %s",
  (line) => {
    const result = cut(
      `Notes\n\n${line}\n- Reads pages. ${FILLER}\n- Writes pages. ${FILLER}\n\nBye. ${FILLER}\n- One.\n`,
    );
    const above = indexOf(result, line);
    expect(["Reads", "Writes"].map((word) => result.heads[indexOf(result, word)])).toEqual([above, above]);
    expect(result.heads[indexOf(result, "Bye.")]).not.toBe(above);
  },
);

it.each(["They read 2.1 million pages.", "Pages that they read", "Read 12%, written 2.1%"])(
  "makes a list depend on no other line: %s",
  (line) => {
    const result = cut(`# Notes\n\n${line}\n- Reads pages. ${FILLER}\n- Writes pages. ${FILLER}\n`);
    expect(result.heads[indexOf(result, "Reads")]).toBe(0);
  },
);
