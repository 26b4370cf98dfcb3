/** Returns the sum of an amount over rows. */
export const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);

/** Returns `total / count`, rounded to a number of decimals; null if `count` is 0. */
export function averageOf(total: number, count: number, decimals: number): number | null {
  const unit = 10 ** decimals;
  return count === 0 ? null : Math.round((total / count) * unit) / unit;
}
