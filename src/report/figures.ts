// Numbers in a readable form, the same on every machine: 12,345 tokens, 38 %, 0.42.

export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A share, from 0 to 1, as a percentage. Only an empty share reads 0 %, and only a full one 100 %. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return "under 1 %";
  return rounded === 100 && share < 1 ? "over 99 %" : `${rounded} %`;
}

/** A share, from 0 to 1, as a length in an SVG. */
export function width(share: number): string {
  return `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`;
}

export function decimal(value: number): string {
  return value.toFixed(2);
}

/** A signal of the gate. Whole numbers stay as they are. */
export function signal(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(3);
  return typeof value === "string" ? value : JSON.stringify(value);
}
