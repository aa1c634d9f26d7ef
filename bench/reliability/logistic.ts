// Logistic regression: the probability of a positive outcome, given variables. In: examples. Out: a bias and a weight
// per variable. Newton's method (iteratively reweighted least squares: Hastie, Tibshirani, Friedman, The Elements of
// Statistical Learning, section 4.4.1) with a small damping, so that the Hessian stays invertible. On variables that
// separate the classes the weights grow until the last round. It uses no randomness: the same examples give the same
// weights.

export interface Example {
  readonly variables: readonly number[];
  readonly yes: boolean;
  /** Weight of the example, above 0. */
  readonly weight: number;
}

export interface Fitted {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** Newton's method doubles the correct digits in each step: about seven suffice, unless the classes are separable. */
const ROUNDS = 25;

/** Added to the diagonal of the negated Hessian. It shortens the steps a little but does not change where they lead. */
const DAMPING = 1e-3;

export function fitLogistic(examples: readonly Example[]): Fitted {
  const size = (examples[0]?.variables.length ?? 0) + 1;
  let weights = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = new Float64Array(size);
    const negatedHessian = Array.from({ length: size }, () => new Float64Array(size));
    for (const example of examples) addExample(gradient, negatedHessian, example, weights);
    for (const [at, line] of negatedHessian.entries()) line[at] = (line[at] ?? 0) + DAMPING;
    const step = solve(negatedHessian, gradient);
    weights = weights.map((value, at) => value + (step[at] ?? 0));
  }
  const [bias = 0, ...rest] = weights;
  return { bias, weights: rest };
}

/** Adds what one example contributes to the gradient of the log-likelihood and to its negated Hessian. */
function addExample(
  gradient: Float64Array,
  negatedHessian: readonly Float64Array[],
  { variables, yes, weight }: Example,
  weights: Float64Array,
): void {
  const row = [1, ...variables];
  const predicted = probability(row, weights);
  const slope = weight * predicted * (1 - predicted);
  for (const [at, line] of negatedHessian.entries()) {
    const value = row[at] ?? 0;
    gradient[at] = (gradient[at] ?? 0) + weight * ((yes ? 1 : 0) - predicted) * value;
    for (const [other, factor] of row.entries()) line[other] = (line[other] ?? 0) + slope * value * factor;
  }
}

export function probabilityBy({ bias, weights }: Fitted, variables: readonly number[]): number {
  return probability([1, ...variables], [bias, ...weights]);
}

function probability(row: readonly number[], weights: ArrayLike<number>): number {
  const sum = row.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Gaussian elimination with partial pivoting; `matrix` is square and regular. */
function solve(matrix: readonly Float64Array[], right: Float64Array): readonly number[] {
  const rows = matrix.map((line, at) => [...line, right[at] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const below = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const pivot = column + below.indexOf(Math.max(...below));
    const best = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    rows[column] = best;
    for (const row of rows) {
      if (row === best) continue;
      const factor = (row[column] ?? 0) / (best[column] ?? 1);
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (best[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
