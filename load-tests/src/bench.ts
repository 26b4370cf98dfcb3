import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { type Benchmark, type Figure, table } from './figures.ts';

/** Benchmarks by name; each module loads on demand. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  'event-store': async () => (await import('./event-store/benchmark.ts')).benchmark,
  projections: async () => (await import('./projections/benchmark.ts')).benchmark,
  'catch-up': async () => (await import('./catch-up/benchmark.ts')).benchmark,
  import: async () => (await import('./import/benchmark.ts')).benchmark,
  scoring: async () => (await import('./scoring/benchmark.ts')).benchmark,
  rescoring: async () => (await import('./scoring/benchmark.ts')).rescoring,
  pages: async () => (await import('./pages/benchmark.ts')).benchmark,
  answers: async () => (await import('./answers/benchmark.ts')).benchmark,
  chat: async () => (await import('./chat/benchmark.ts')).benchmark,
  http: async () => (await import('./http/benchmark.ts')).benchmark,
  hub: async () => (await import('./hub/benchmark.ts')).benchmark,
  verify: async () => (await import('./verify/benchmark.ts')).benchmark,
  analytics: async () => (await import('./analytics/benchmark.ts')).benchmark,
  backup: async () => (await import('./backup/benchmark.ts')).benchmark,
  rollback: async () => (await import('./rollback/benchmark.ts')).benchmark,
  distributed: async () => (await import('./distributed/benchmark.ts')).benchmark,
  mixed: async () => (await import('./mixed/benchmark.ts')).benchmark,
  faults: async () => (await import('./faults/benchmark.ts')).benchmark,
  environment: async () => (await import('./environment/benchmark.ts')).benchmark,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    faults: { type: 'string' },
    minutes: { type: 'string' },
    rate: { type: 'string' },
    embedded: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const load = BENCHMARKS[name];

if (values.help || load === undefined) {
  const usage = `npm run bench -- <name> [--json] [--minutes <n>] [--faults <n>] [--rate <n>] [--embedded]\n\n${Object.keys(BENCHMARKS).join('\n')}\n`;
  (values.help ? process.stdout : process.stderr).write(usage);
  process.exit(values.help ? 0 : 1);
}

const benchmark = await load();
// Progress goes to stderr so that scripts can read the result from stdout.
const result = await benchmark((line) => process.stderr.write(`${line}\n`), {
  ...(values.faults !== undefined && { faults: count(values.faults) }),
  ...(values.minutes !== undefined && { minutes: count(values.minutes) }),
  ...(values.rate !== undefined && { rate: count(values.rate) }),
  embedded: values.embedded,
});
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
process.stdout.write(
  values.json
    ? `${JSON.stringify({ name: result.name, machine, figures: result.figures })}\n`
    : report(result.figures),
);
process.exit(result.figures.every((figure) => figure.met !== false) ? 0 : 1);

function count(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  process.stderr.write(`${text} is not a whole number of at least 1\n`);
  process.exit(1);
}

function report(figures: readonly Figure[]): string {
  return `${name} on ${machine}\n\n${table(figures)}\n`;
}
