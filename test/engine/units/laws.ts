// The laws of every cut, written without regard to how it is implemented.
import type { Unit } from "../../../src/engine/model.ts";

/** A longer unit would never fit into a small budget. */
const UNIT_CHARS_MAX = 1201;

/** Search context stays short. */
const CONTEXT_CHARS_MAX = 130;

/** Describes every law that these units of this text break. */
export function brokenLaws(text: string, units: readonly Unit[]): string[] {
  const broken: string[] = [];
  let at = 0;
  let block = 0;
  for (const [index, unit] of units.entries()) {
    const name = `unit ${index} [${unit.start}, ${unit.end})`;
    if (unit.start !== at || unit.end <= unit.start) broken.push(`${name} does not follow ${at}`);
    if (unit.head < -1 || unit.head >= units.length) broken.push(`${name} has head ${unit.head}`);
    if (unit.head >= index && leadsBack(units, index)) broken.push(`${name} depends on itself`);
    if (unit.block !== block && unit.block !== block + 1)
      broken.push(`${name} has block ${unit.block} behind ${block}`);
    if (!Number.isInteger(unit.count) || unit.count < 0) broken.push(`${name} counts ${unit.count}`);
    if (unit.context.length > CONTEXT_CHARS_MAX)
      broken.push(`${name} has ${unit.context.length} characters of context`);
    if (unit.end - unit.start > UNIT_CHARS_MAX && text.slice(unit.start, unit.end).trim().length > UNIT_CHARS_MAX) {
      broken.push(`${name} is ${unit.end - unit.start} characters long`);
    }
    if (splitsPair(text, unit.start)) broken.push(`${name} splits a surrogate pair`);
    at = unit.end;
    block = unit.block;
  }
  if (at !== text.length) broken.push(`the last unit ends at ${at} of ${text.length}`);
  return broken;
}

/** True if the heads of a unit lead back to it. In each cycle, one head is not before its unit. */
function leadsBack(units: readonly Unit[], index: number): boolean {
  let at = units[index]?.head ?? -1;
  for (let steps = 0; at !== -1 && steps <= units.length; steps++) {
    if (at === index) return true;
    at = units[at]?.head ?? -1;
  }
  return at !== -1;
}

function splitsPair(text: string, offset: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(offset, offset + 1)) && /[\uD800-\uDBFF]$/.test(text.slice(0, offset));
}
