export interface Example {
  readonly values: Readonly<Record<string, number>>;
  readonly isPositive: boolean;
  readonly weight?: number;
}

const STEPS = 3_000;
const RATE = 1;
/** Strength per example; keeps the weights of rare features small. */
const REGULARIZATION = 0.01;

/**
 * Fits the weights of a logistic regression by gradient descent on standardized values. The negative examples have
 * `negativeWeight` times the total weight of the positive ones. The weights of `evidence` never fall below 0.
 */
export function fitLogisticRegression(
  examples: readonly Example[],
  negativeWeight: number,
  evidence: readonly string[] = [],
): Record<string, number> {
  const names = Object.keys(examples[0]?.values ?? {});
  const scales = names.map((name) => {
    const all = examples.map(({ values }) => values[name] ?? 0);
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    const deviation = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length) || 1;
    return { mean, deviation };
  });
  const rows = examples.map(({ values }) =>
    scales.map(({ mean, deviation }, i) => ((values[names[i] ?? ''] ?? 0) - mean) / deviation),
  );
  const totalOf = (some: readonly Example[]) => some.reduce((total, { weight = 1 }) => total + weight, 0);
  const positive = totalOf(examples.filter(({ isPositive }) => isPositive));
  const negative = totalOf(examples) - positive;
  const weightOf = ({ isPositive, weight = 1 }: Example) =>
    ((weight * rows.length) / (1 + negativeWeight)) * (isPositive ? 1 / positive : negativeWeight / negative);
  const exampleWeights = examples.map(weightOf);
  const weights = names.map(() => 0);
  let intercept = 0;
  for (let step = 0; step < STEPS; step++) {
    const gradient = names.map(() => 0);
    let sum = 0;
    for (const [at, row] of rows.entries()) {
      const isPositive = examples[at]?.isPositive ?? false;
      const logit = row.reduce((total, value, i) => total + value * (weights[i] ?? 0), intercept);
      const error = (1 / (1 + Math.exp(-logit)) - Number(isPositive)) * (exampleWeights[at] ?? 0);
      for (const [i, value] of row.entries()) gradient[i] = (gradient[i] ?? 0) + error * value;
      sum += error;
    }
    for (const [i, slope] of gradient.entries()) {
      const weight = weights[i] ?? 0;
      const next = weight - RATE * (slope / rows.length + REGULARIZATION * weight);
      weights[i] = evidence.includes(names[i] ?? '') ? Math.max(0, next) : next;
    }
    intercept -= (RATE * sum) / rows.length;
  }
  const fitted = names.map((name, i) => [name, (weights[i] ?? 0) / (scales[i]?.deviation ?? 1)] as const);
  const shift = fitted.reduce((total, [, weight], i) => total + weight * (scales[i]?.mean ?? 0), 0);
  return { ...Object.fromEntries(fitted), intercept: intercept - shift };
}
