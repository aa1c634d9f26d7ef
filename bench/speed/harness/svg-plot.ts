// Draws curves over logarithmic axes as SVG text. Pure.
import type { Curve, Series } from "./benchmark.ts";

const WIDTH = 720;
const HEIGHT = 420;
const LEFT = 70;
const TOP = 40;
const RIGHT = 190;
const BOTTOM = 50;
const colours = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2", "#7f7f7f"];

interface Axis {
  readonly low: number;
  readonly high: number;
}

export function plot({ title, xLabel, yLabel, series }: Curve): string {
  const points = series.flatMap((each) => each.points);
  const x = decades(points.map((point) => point.x));
  const y = decades(points.map((point) => point.y));
  const bottom = HEIGHT - BOTTOM;
  const right = WIDTH - RIGHT;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${LEFT}" y="22" font-size="15">${escaped(title)}</text>`,
    ...ticks(x).map(({ value, share }) => {
      const at = LEFT + share * (right - LEFT);
      return `<path d="M${at} ${TOP}V${bottom}" stroke="#ddd"/>${text(at, bottom + 18, "middle", value)}`;
    }),
    ...ticks(y).map(({ value, share }) => {
      const at = bottom - share * (bottom - TOP);
      return `<path d="M${LEFT} ${at}H${right}" stroke="#ddd"/>${text(LEFT - 8, at + 4, "end", value)}`;
    }),
    text((LEFT + right) / 2, HEIGHT - 10, "middle", xLabel),
    `<text transform="translate(18 ${(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
    ...series.map((each, at) => line(each, x, y, at)),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

function line({ name, points }: Series, x: Axis, y: Axis, at: number): string {
  const colour = colours[at % colours.length] ?? "black";
  const places = points.map((point) => {
    const across = LEFT + shareOf(x, point.x) * (WIDTH - RIGHT - LEFT);
    const down = HEIGHT - BOTTOM - shareOf(y, point.y) * (HEIGHT - BOTTOM - TOP);
    return `${across.toFixed(1)},${down.toFixed(1)}`;
  });
  const label = `<text x="${WIDTH - RIGHT + 12}" y="${TOP + 14 + at * 18}" fill="${colour}">${escaped(name)}</text>`;
  return `<polyline points="${places.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>${label}`;
}

/** The powers of ten that enclose the values. */
function decades(values: readonly number[]): Axis {
  const logs = values.map(Math.log10).filter(Number.isFinite);
  const low = Math.floor(logs.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY));
  const high = Math.ceil(logs.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY));
  if (low > high) throw new RangeError("a plot needs a point with values above 0");
  return { low, high: Math.max(high, low + 1) };
}

function shareOf({ low, high }: Axis, value: number): number {
  return (Math.log10(value) - low) / (high - low);
}

function ticks(axis: Axis): readonly { readonly value: string; readonly share: number }[] {
  return Array.from({ length: axis.high - axis.low + 1 }, (_, at) => {
    const value = 10 ** (axis.low + at);
    return { value: String(Number(value.toPrecision(1))), share: shareOf(axis, value) };
  });
}

function text(x: number, y: number, anchor: string, value: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(value)}</text>`;
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
