/**
 * The weights that come nearest to the values, by the normal equations and Gauss's elimination with pivots.
 * @param inputs a row of as many terms as there are weights for each value
 */
export function leastSquares(inputs: readonly (readonly number[])[], values: readonly number[]): number[] {
  const terms = inputs[0]!.length;
  const sum = (value: (row: number) => number): number => inputs.reduce((total, _, row) => total + value(row), 0);
  const rows = Array.from({ length: terms }, (_, i) => [
    ...Array.from({ length: terms }, (_, j) => sum((row) => inputs[row]![i]! * inputs[row]![j]!)),
    sum((row) => inputs[row]![i]! * values[row]!),
  ]);
  for (let i = 0; i < terms; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]!) > Math.abs(best[i]!) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    for (const [k, row] of rows.entries()) {
      if (k === i) continue;
      const factor = row[i]! / pivot[i]!;
      for (let j = i; j <= terms; j++) row[j]! -= factor * pivot[j]!;
    }
  }
  return rows.map((row, i) => row[terms]! / row[i]!);
}
