/** Returns weights as an object literal, rounded to two decimals. */
export function weightsLiteral(weights: Readonly<Record<string, number>>): string {
  return `{\n${Object.entries(weights)
    .map(([name, value]) => `  ${name}: ${Number(value.toFixed(2))},\n`)
    .join('')}}`;
}
