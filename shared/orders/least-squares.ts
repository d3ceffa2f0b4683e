/**
 * The weights by which the columns of `rows` come closest to `values`: ridge regression by its normal equations.
 * @param guess the weights before anything was seen
 * @param trust how many rows the guess is worth
 */
export function leastSquares(rows: number[][], values: number[], guess: number[], trust: number): number[] {
  const equations = guess.map((weight, at) => [
    ...guess.map((_, i) => (i === at ? trust : 0)),
    trust * weight,
  ]);
  for (const [index, row] of rows.entries()) {
    const withValue = [...row, values[index] ?? 0];
    for (const [at, equation] of equations.entries()) addTimes(equation, withValue, row[at] ?? 0);
  }
  return solved(equations);
}

export const weighted = (values: number[], weights: number[]) =>
  values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

/** Gaussian elimination; each equation ends with its value. `trust` on the diagonal keeps them solvable. */
function solved(equations: number[][]): number[] {
  for (const [at, equation] of equations.entries())
    for (const other of equations)
      if (other !== equation) addTimes(other, equation, -(other[at] ?? 0) / (equation[at] ?? 1));
  return equations.map((equation, at) => (equation.at(-1) ?? 0) / (equation[at] ?? 1));
}

function addTimes(sums: number[], values: number[], factor: number): void {
  if (factor === 0) return;
  for (let at = 0; at < values.length; at += 1) sums[at] = (sums[at] ?? 0) + factor * (values[at] ?? 0);
}
