// `winnow keys mint|list|revoke`: keys of organisations in a projection. Only `mint` prints a secret, and only once.
import { randomBytes } from "node:crypto";
import { Command } from "commander";
import type { ProjectionKey } from "../config/projection.ts";
import { addKey, revokeKey, unknownOrganisation } from "../keys/projection-edits.ts";
import { mintKeyId, mintSecret } from "../keys/secret.ts";
import {
  editProjection,
  existing,
  type ProjectionOptions,
  projectionOption,
  projectionPath,
  readProjection,
} from "./projection-file.ts";
import { columns } from "./table.ts";

export function keysCommand(): Command {
  const keys = new Command("keys").description("mint, list and revoke API keys");
  keys
    .command("mint")
    .description("make a key; print its secret once, alone on the last line of standard output")
    .requiredOption("--org <org>", "organisation the key belongs to")
    .addOption(projectionOption())
    .action(mint);
  keys
    .command("list")
    .description("list the keys")
    .option("--org <org>", "only the keys of this organisation")
    .option("--json", "as JSON")
    .addOption(projectionOption())
    .action(list);
  keys
    .command("revoke")
    .description("refuse a key from now on; a running service follows within a second")
    .argument("<key-id>", "as `keys list` prints it")
    .addOption(projectionOption())
    .action(revoke);
  return keys;
}

async function mint(options: ProjectionOptions & { readonly org: string }, command: Command): Promise<void> {
  const path = projectionPath(options);
  const key = { keyId: mintKeyId(randomBytes), secret: mintSecret(randomBytes) };
  await editProjection(
    path,
    existing(path, (projection, now) => addKey(projection, options.org, key, now)),
  );
  const { writeErr, writeOut } = command.configureOutput();
  writeErr?.(`key ${key.keyId} of ${options.org} is in ${path}; its secret is shown only now:\n`);
  writeOut?.(`${key.secret}\n`);
}

async function list(
  options: ProjectionOptions & { readonly org?: string; readonly json?: true },
  command: Command,
): Promise<void> {
  const projection = await readProjection(projectionPath(options));
  const { org } = options;
  if (org !== undefined && !projection.organisations.some((each) => each.id === org)) {
    throw new Error(unknownOrganisation(org));
  }
  const keys = projection.keys.filter((key) => org === undefined || key.organisation === org);
  command.configureOutput().writeOut?.(options.json === true ? asJson(keys) : asTable(keys));
}

async function revoke(keyId: string, options: ProjectionOptions, command: Command): Promise<void> {
  const path = projectionPath(options);
  await editProjection(
    path,
    existing(path, (projection, now) => revokeKey(projection, keyId, now)),
  );
  command.configureOutput().writeOut?.(`key ${keyId} is revoked in ${path}\n`);
}

function asTable(keys: readonly ProjectionKey[]): string {
  const rows = keys.map((key) => [key.id, key.organisation, key.created_at, stateOf(key)]);
  return columns(["KEY_ID", "ORG", "CREATED", "STATE"], rows);
}

/** Every field but the digest. */
function asJson(keys: readonly ProjectionKey[]): string {
  const shown = keys.map((key) => ({
    key_id: key.id,
    organisation: key.organisation,
    created_at: key.created_at,
    revoked_at: key.revoked_at,
    state: stateOf(key),
  }));
  return `${JSON.stringify(shown, null, 2)}\n`;
}

function stateOf(key: ProjectionKey): "active" | "revoked" {
  return key.revoked_at === null ? "active" : "revoked";
}
