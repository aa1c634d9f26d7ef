// The statistics of the benchmarks. Pure: numbers in, numbers out.

/** The middle value, or the mean of the two middle ones; NaN for none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Linear interpolation between order statistics (type 7 of Hyndman and Fan). @param share 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** The quotient of each round: other load on the machine affects both of its parts equally. */
export function ratios(numerators: readonly number[], denominators: readonly number[]): readonly number[] {
  if (numerators.length !== denominators.length) {
    throw new RangeError(`${numerators.length} numerators do not pair with ${denominators.length} denominators`);
  }
  return numerators.map((value, at) => value / (denominators[at] ?? Number.NaN));
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Standard deviation of the residuals. */
  readonly residual: number;
}

/** Ordinary least squares. Needs two different `x`. */
export function fitLine(points: readonly { readonly x: number; readonly y: number }[]): Line {
  const n = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  const varX = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / varX;
  const intercept = meanY - slope * meanX;
  const squares = points.reduce((sum, { x, y }) => sum + (y - intercept - slope * x) ** 2, 0);
  return { slope, intercept, residual: Math.sqrt(squares / Math.max(1, n - 2)) };
}

/** The exponent k of y = c x^k: the slope between the logarithms. Every `x` and `y` must be above 0. */
export function powerLawExponent(points: readonly { readonly x: number; readonly y: number }[]): number {
  return fitLine(points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))).slope;
}

/** The largest exponent between neighbouring points, which the fit over all points would smooth out. */
export function steepestExponent(points: readonly { readonly x: number; readonly y: number }[]): number {
  let steepest = Number.NEGATIVE_INFINITY;
  for (let at = 1; at < points.length; at += 1) {
    steepest = Math.max(steepest, powerLawExponent(points.slice(at - 1, at + 1)));
  }
  return steepest;
}
