/** One measured number and its comparison. */
export interface Figure {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  /** Data size of this run. */
  readonly over?: string;
  /** The peer's value in the same rounds. */
  readonly against?: number;
  readonly ratio?: number;
  /** Threshold for `ratio`, or for `value` when there is no ratio. */
  readonly goal?: number;
  readonly met?: boolean;
  /** Lowest and highest round, of `ratio` when there is one, otherwise of `value`. */
  readonly spread: readonly [number, number];
}

export interface BenchmarkResult {
  readonly name: string;
  readonly figures: readonly Figure[];
}

/** Options of the command line; each benchmark has defaults for those that it supports. */
export interface Options {
  readonly faults?: number;
  readonly minutes?: number;
  /** Commands per second. */
  readonly rate?: number;
  /** Runs the product as `npm start` does. */
  readonly embedded?: boolean;
}

/** Runs all measurements; reports each round to `progress`. */
export type Benchmark = (progress: (line: string) => void, options: Options) => Promise<BenchmarkResult>;

/** One round of a comparison; both sides are measured back to back. */
export interface Round<Value = number> {
  readonly value: Value;
  readonly against: Value;
}

/**
 * Measures both sides in each round. The order alternates, because the second side may benefit from a warmed-up
 * machine.
 */
export async function inTurns<Value>(
  count: number,
  value: () => Promise<Value>,
  against: () => Promise<Value>,
  beforeEach: () => Promise<unknown> = async () => {},
): Promise<Round<Value>[]> {
  const rounds: Round<Value>[] = [];
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
 * Medians of interleaved rounds. The ratio is the median of the rounds' ratios, which noise affects least;
 * a goal applies to it.
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

/** Nearest-rank percentile; `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
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
