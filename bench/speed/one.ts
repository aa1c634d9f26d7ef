// Runs one benchmark in a fresh process, and sends its findings to the parent. Argument: its name.
import { suite } from "./suite.ts";

const name = process.argv[2] ?? "";
const load = suite[name];
if (load === undefined) throw new Error(`benchmark ${name} is not one of ${Object.keys(suite).join(", ")}`);
const { run } = await load();
process.send?.(await run(), undefined, {}, () => process.exit(0));
