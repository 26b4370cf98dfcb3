/** One measured number, and how it compares. */
export interface Figure {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  /** What it was measured over, where a goal is for so much. */
  readonly over?: string;
  /** The same measure of what it is compared with, from the same rounds. */
  readonly against?: number;
  readonly ratio?: number;
  /** What `ratio`, or without one `value`, has to reach. */
  readonly goal?: number;
  readonly met?: boolean;
  /** The lowest and the highest of the rounds, of `ratio` or else of `value`. */
  readonly spread: readonly [number, number];
}

export interface BenchmarkResult {
  readonly name: string;
  readonly figures: readonly Figure[];
}

/** Runs everything it measures in one go; tells `progress` about each round. */
export type Benchmark = (progress: (line: string) => void) => Promise<BenchmarkResult>;

/** One round of a comparison: both measured right after each other. */
export interface Round<Measured = number> {
  readonly value: Measured;
  readonly against: Measured;
}

/** Both measured in each round. Whoever goes second might find the machine warmer: they take turns. */
export async function inTurns<Measured>(
  count: number,
  value: () => Promise<Measured>,
  against: () => Promise<Measured>,
  beforeEach: () => Promise<unknown> = async () => {},
): Promise<Round<Measured>[]> {
  const rounds: Round<Measured>[] = [];
  for (let round = 0; round < count; round++) {
    await beforeEach();
    const isFirst = round % 2 === 0;
    const first = await (isFirst ? value : against)();
    const second = await (isFirst ? against : value)();
    rounds.push(isFirst ? { value: first, against: second } : { value: second, against: first });
  }
  return rounds;
}

/**
 * The medians of interleaved rounds. The ratio is the median of the rounds' ratios, which machine noise moves least; with a
 * goal, it has to reach that.
 */
export function comparison(id: string, unit: string, rounds: readonly Round[], goal?: number): Figure {
  const ratios = rounds.map(({ value, against }) => value / against);
  const ratio = median(ratios);
  return {
    id,
    value: median(rounds.map((round) => round.value)),
    unit,
    against: median(rounds.map((round) => round.against)),
    ratio,
    ...(goal !== undefined && { goal, met: ratio >= goal }),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export function table(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'value', 'against', 'ratio', 'spread', 'goal', ''],
    ...figures.map(({ id, value, unit, over, against, ratio, goal, met, spread }) => [
      id,
      `${amount(value)} ${unit}${over === undefined ? '' : ` over ${over}`}`,
      against === undefined ? '' : amount(against),
      ratio?.toFixed(2) ?? '',
      spread.map((end) => (ratio === undefined ? amount(end) : end.toFixed(2))).join(' to '),
      goal === undefined ? '' : String(goal),
      met === undefined ? '' : met ? 'met' : 'MISSED',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function amount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
