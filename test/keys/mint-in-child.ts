// Run as a separate process: mints keys into the given projection, as concurrent operators would.
import { randomBytes } from "node:crypto";
import { addKey } from "../../src/keys/projection-edits.ts";
import { updateProjectionFile } from "../../src/keys/projection-store.ts";
import { mintKeyId, mintSecret } from "../../src/keys/secret.ts";

const [path = "", count = "0"] = process.argv.slice(2);
for (let minted = 0; minted < Number(count); minted++) {
  const key = { keyId: mintKeyId(randomBytes), secret: mintSecret(randomBytes) };
  const updated = await updateProjectionFile(
    path,
    () => new Date(),
    (projection, now) => (projection === null ? { problem: "no projection" } : addKey(projection, "acme", key, now)),
  );
  if ("problem" in updated) throw new Error(updated.problem);
}
