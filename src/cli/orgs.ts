// `winnow orgs create|list|suspend|resume|set-tier`: the organisations of a projection.
import { Command } from "commander";
import type { Projection } from "../config/projection.ts";
import { nameAccepted } from "../config/violations.ts";
import { createOrganisation, emptyProjection, setSuspended, setTier } from "../keys/projection-edits.ts";
import {
  editProjection,
  existing,
  type ProjectionOptions,
  projectionOption,
  projectionPath,
  readProjection,
  tiersOption,
  tierWarning,
} from "./projection-file.ts";
import { columns } from "./table.ts";

type TierOptions = ProjectionOptions & { readonly tier: string };

export function orgsCommand(): Command {
  const orgs = new Command("orgs").description("create, list, suspend and resume organisations");
  orgs
    .command("create")
    .description("add an organisation; makes the projection if it does not exist")
    .argument("<org>", nameAccepted)
    .requiredOption("--tier <tier>", "its tier")
    .addOption(projectionOption())
    .addOption(tiersOption())
    .action(create);
  orgs
    .command("list")
    .description("list the organisations")
    .option("--json", "as JSON")
    .addOption(projectionOption())
    .action(list);
  orgs
    .command("set-tier")
    .description("move an organisation to another tier; a running service follows within a second")
    .argument("<org>")
    .requiredOption("--tier <tier>", "its new tier")
    .addOption(projectionOption())
    .addOption(tiersOption())
    .action(moveTier);
  orgs
    .command("suspend")
    .description("refuse all keys of an organisation from now on; a running service follows within a second")
    .argument("<org>")
    .addOption(projectionOption())
    .action((org: string, options: ProjectionOptions, command: Command) => suspend(org, true, options, command));
  orgs
    .command("resume")
    .description("accept the keys of a suspended organisation again")
    .argument("<org>")
    .addOption(projectionOption())
    .action((org: string, options: ProjectionOptions, command: Command) => suspend(org, false, options, command));
  return orgs;
}

async function create(org: string, options: TierOptions, command: Command): Promise<void> {
  const warning = tierWarning(options, options.tier);
  const path = projectionPath(options);
  await editProjection(path, (projection, now) =>
    createOrganisation(projection ?? emptyProjection(now), org, options.tier),
  );
  reportTier({ org, tier: options.tier, path }, warning, command);
}

async function moveTier(org: string, options: TierOptions, command: Command): Promise<void> {
  const warning = tierWarning(options, options.tier);
  const path = projectionPath(options);
  await editProjection(
    path,
    existing(path, (projection) => setTier(projection, org, options.tier)),
  );
  reportTier({ org, tier: options.tier, path }, warning, command);
}

interface Moved {
  readonly org: string;
  readonly tier: string;
  readonly path: string;
}

function reportTier({ org, tier, path }: Moved, warning: string | null, command: Command): void {
  const { writeErr, writeOut } = command.configureOutput();
  writeOut?.(`organisation ${org} is on tier ${tier} in ${path}\n`);
  if (warning !== null) writeErr?.(`warning: ${warning}; the service needs a tiers file\n`);
}

async function suspend(org: string, suspended: boolean, options: ProjectionOptions, command: Command): Promise<void> {
  const path = projectionPath(options);
  await editProjection(
    path,
    existing(path, (projection) => setSuspended(projection, org, suspended)),
  );
  command.configureOutput().writeOut?.(`organisation ${org} is ${suspended ? "suspended" : "active"} in ${path}\n`);
}

async function list(options: ProjectionOptions & { readonly json?: true }, command: Command): Promise<void> {
  const projection = await readProjection(projectionPath(options));
  const rows = projection.organisations.map((each) => ({
    organisation: each.id,
    tier: each.tier,
    state: each.suspended ? "suspended" : "active",
    active_keys: activeKeys(projection, each.id),
  }));
  const table = () =>
    columns(
      ["ORG", "TIER", "STATE", "ACTIVE_KEYS"],
      rows.map((row) => [row.organisation, row.tier, row.state, String(row.active_keys)]),
    );
  command.configureOutput().writeOut?.(options.json === true ? `${JSON.stringify(rows, null, 2)}\n` : table());
}

function activeKeys(projection: Projection, org: string): number {
  return projection.keys.filter((key) => key.organisation === org && key.revoked_at === null).length;
}
