import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';
import { processorSecondsBy } from '../processes.ts';
import { type RunningProduct, signIn, startProduct } from '../product.ts';
import { learnedClient } from './client.ts';
import { hasRealPages, type RealPage, realPages } from './pages.ts';
import { firstWord, type Widget } from './visitor.ts';

const CLIENTS = 50;
const PAGES_EACH = 200;
/** Clients there are when the cost of few is measured. */
const FEW = 5;
const PER_SECOND = 50;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
const GOAL_MS = 100;
/** Ten times the clients may cost so much more per question: what one measurement differs from the next. */
const GOAL_GROWTH = 1.25;
/** Questions in turn, of which the median tells what one costs. */
const IN_TURN = 60;

interface Asked {
  readonly widget: Widget;
  readonly questions: readonly string[];
}

/** The first word of an answer under load, with the pages of many clients indexed; and what more clients cost. */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  if (!hasRealPages()) {
    progress('skipped: ../shared/data with the real pages is not there');
    return { name: 'chat', figures: [] };
  }
  const pages = await realPages();
  const product = await startProduct({ DEMO_DATA: 'off' });
  const db = new pg.Client(product.databaseUrl);
  await db.connect();
  try {
    const token = await signIn(product);
    const clients: Asked[] = [];
    const grow = async (to: number) => {
      while (clients.length < to) clients.push(await setUp(product, token, db, pages, clients.length));
      for (const { widget, questions } of clients) await firstWord(widget, questions[0] ?? '');
      progress(`${clients.length} clients with ${PAGES_EACH} pages each`);
    };
    await grow(FEW);
    const few = await costOfOne(clients);
    await grow(CLIENTS);
    const many = await costOfOne(clients);
    const ratio = many / few;
    const growth: Figure = {
      id: 'retrieval_growth',
      value: many,
      against: few,
      unit: 'ms',
      ratio,
      goal: GOAL_GROWTH,
      met: ratio <= GOAL_GROWTH,
      spread: [ratio, ratio],
    };
    return { name: 'chat', figures: [...(await underLoad(product, clients, progress)), growth] };
  } finally {
    await db.end();
    await product.stop();
  }
}

/** A client whose pages are these of the real ones: each client others, and none twice. */
async function setUp(
  product: RunningProduct,
  token: string,
  db: pg.Client,
  pages: readonly RealPage[],
  index: number,
): Promise<Asked> {
  const its = Array.from(
    { length: PAGES_EACH },
    (_, i) => pages[(index * PAGES_EACH + i) % pages.length] as RealPage, // within its length
  );
  const domain = `client-${index}.example`;
  const { widget } = await learnedClient({ product, token, db, domain, pages: its });
  const questions = its.flatMap((page) => [
    ...page.questions,
    `What is said about ${page.title}, ${page.id}?`,
  ]);
  return { widget, questions };
}

/** The median of questions to the first clients, one after the other, that were not asked before. */
let turn = 1;
async function costOfOne(clients: readonly Asked[]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < IN_TURN; i++) {
    const { widget, questions } = clients[i % FEW] as Asked; // there are at least so many
    if (i % FEW === 0) turn++;
    times.push(await firstWord(widget, questions[turn % questions.length] ?? ''));
  }
  return median(times);
}

/** Questions come when they come, whether those before are answered or not. */
async function underLoad(
  product: RunningProduct,
  clients: readonly Asked[],
  progress: (line: string) => void,
): Promise<Figure[]> {
  const slowest: number[] = [];
  const before = await processorSecondsBy(product.pid);
  let asked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const answers: Promise<number>[] = [];
    const started = performance.now();
    for (let i = 0; i < PER_SECOND * ROUND_SECONDS; i++, asked++) {
      const { widget, questions } = clients[asked % CLIENTS] as Asked; // there are so many
      // From the end: the first ones were asked to warm up.
      const question = questions.at(-1 - (Math.floor(asked / CLIENTS) % questions.length)) ?? '';
      answers.push(firstWord(widget, question));
      await pause(Math.max(0, started + ((i + 1) * 1_000) / PER_SECOND - performance.now()));
    }
    const times = (await Promise.all(answers)).sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
    slowest.push(p95);
    progress(`round ${round + 1}: p50 ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  }
  const value = median(slowest);
  const cost = await costOfEach(product, before, asked, progress);
  return [
    {
      id: 'chat_first_token_p95_ms',
      value,
      unit: 'ms',
      goal: GOAL_MS,
      met: value <= GOAL_MS,
      spread: [Math.min(...slowest), Math.max(...slowest)],
    },
    { id: 'chat_processor_ms_per_question', value: cost, unit: 'ms', spread: [cost, cost] },
  ];
}

/** The processor time that a question takes in all processes together: what holds on a busy machine, too. */
async function costOfEach(
  product: RunningProduct,
  before: ReadonlyMap<string, number>,
  questions: number,
  progress: (line: string) => void,
): Promise<number> {
  const after = await processorSecondsBy(product.pid);
  const cost = [...after].map(([name, seconds]) => ({
    name,
    ms: ((seconds - (before.get(name) ?? 0)) * 1_000) / questions,
  }));
  progress(`ms a question: ${cost.map(({ name, ms }) => `${name} ${ms.toFixed(1)}`).join(', ')}`);
  return cost.reduce((sum, { ms }) => sum + ms, 0);
}
