/** Options of one question. */
export type Choice = readonly {
  readonly values: Readonly<Record<string, number>>;
  readonly isRight: boolean;
}[];

const STEPS = 2_000;
const RATE = 2;

/**
 * Fits the weights of a linear score so that a right option of each choice scores highest (softmax regression), by
 * gradient descent on values of unit variance. Weights are drawn to `prior` and never change its sign. `fixed` ones keep it.
 */
export function fitChoices<Name extends string>(
  choices: readonly Choice[],
  prior: Readonly<Record<Name, number>>,
  fixed: readonly NoInfer<Name>[] = [],
): Record<Name, number> {
  const names = Object.keys(prior) as Name[];
  const scales = names.map((name) => deviation(choices.flat().map(({ values }) => values[name] ?? 0)) || 1);
  const scaled = choices.map((options) =>
    options.map(({ values, isRight }) => ({
      row: names.map((name, i) => (values[name] ?? 0) / (scales[i] ?? 1)),
      isRight,
    })),
  );
  const origin = names.map((name, i) => prior[name] * (scales[i] ?? 1));
  const isFixed = names.map((name) => fixed.includes(name));
  let weights = [...origin];
  for (let step = 0; step < STEPS; step++) {
    const slopes = weights.map((weight, i) => weight - (origin[i] ?? 0));
    for (const options of scaled) {
      const scores = options.map(({ row }) =>
        row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0),
      );
      const highest = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - highest));
      const total = sum(shares);
      const right = sum(shares.filter((_, i) => options[i]?.isRight));
      for (const [at, { row, isRight }] of options.entries()) {
        const share = shares[at] ?? 0;
        const error = share / total - (isRight ? share / right : 0);
        for (const [i, value] of row.entries()) slopes[i] = (slopes[i] ?? 0) + error * value;
      }
    }
    weights = weights.map((weight, i) => {
      if (isFixed[i]) return weight;
      const next = weight - (RATE * (slopes[i] ?? 0)) / scaled.length;
      return (origin[i] ?? 0) > 0 ? Math.max(0, next) : Math.min(0, next);
    });
  }
  return Object.fromEntries(names.map((name, i) => [name, (weights[i] ?? 0) / (scales[i] ?? 1)])) as Record<
    Name,
    number
  >;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}
