// A curve as an SVG drawing that fits any width: positions are percentages, so that text keeps its size on a phone. The
// page's policy allows no inline style, so classes give the colours.
import { percent, width } from "../report/figures.ts";
import { html, type Markup } from "../report/markup.ts";
import { BUDGET_SHARES, type Curve, type Line, WINNOW } from "./curve.ts";

/** Pixels: the whole drawing, its plot area, and the position of the labels of the horizontal axis. */
const HEIGHT = 260;
const PLOT_HEIGHT = 220;
const LABELS_AT = 240;

/** The left edge of the plot area, as a share of the width. */
const LEFT = 0.1;
const LAST_BUDGET = BUDGET_SHARES[BUDGET_SHARES.length - 1] ?? 1;

const GRID = [0, 0.25, 0.5, 0.75, 1];
const LABELLED_BUDGETS = [0.1, 0.25, 0.5, 0.75];

export function curvePlot({ lines, knee }: Curve, label: string): Markup {
  return html`<svg class="curve" width="100%" height="${HEIGHT}" role="img" aria-label="${label}">
${GRID.map((share) => html`<line class="grid" x1="${x(0)}" x2="100%" y1="${y(share)}" y2="${y(share)}"/>`)}
${GRID.map((share) => html`<text class="axis" x="0" y="${Number(y(share)) + 4}">${percent(share)}</text>`)}
${LABELLED_BUDGETS.map(
  (budget) =>
    html`<text class="axis" x="${x(budget)}" y="${LABELS_AT}" text-anchor="${
      budget === LAST_BUDGET ? "end" : "middle"
    }">${percent(budget)}</text>`,
)}
<line class="knee" x1="${x(knee.budget)}" x2="${x(knee.budget)}" y1="${y(1)}" y2="${y(0)}"/>
${lines.toReversed().map((line) => segments(line, lines.indexOf(line)))}
</svg>`;
}

/** Begins with nothing sent and nothing kept, and goes through every budget. */
function segments({ method, kept }: Line, number: number): Markup {
  const points = [{ budget: 0, share: 0 }, ...BUDGET_SHARES.map((budget, at) => ({ budget, share: kept[at] ?? 0 }))];
  const drawn = points.slice(1).map(({ budget, share }, before) => {
    const from = points[before] ?? { budget: 0, share: 0 };
    return html`<line x1="${x(from.budget)}" y1="${y(from.share)}" x2="${x(budget)}" y2="${y(share)}"/>`;
  });
  return html`<g class="line-${number}${method === WINNOW ? " own" : ""}">${drawn}</g>`;
}

function x(budget: number): string {
  return width(LEFT + (1 - LEFT) * (budget / LAST_BUDGET));
}

function y(share: number): string {
  return (8 + (1 - share) * (PLOT_HEIGHT - 8)).toFixed(1);
}
