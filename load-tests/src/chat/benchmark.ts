import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type BenchmarkResult, type Figure, median, percentile } from '../figures.ts';
import { processorSecondsBy } from '../processes.ts';
import { type RunningProduct, signIn, startProduct } from '../product.ts';
import { trainedClient } from './client.ts';
import { hasRealPages, type RealPage, realPages } from './pages.ts';
import { measureFirstToken, type Widget } from './visitor.ts';

const CLIENTS = 50;
const PAGES_EACH = 200;
/** Number of clients in the measurement with few clients. */
const FEW_CLIENTS = 5;
const PER_SECOND = 50;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
const GOAL_MS = 100;
/**
 * Allowed growth of the cost per question with ten times the clients. It allows for the noise between two
 * measurements.
 */
const GOAL_GROWTH = 1.25;
/** Number of questions asked one after the other. */
const SEQUENTIAL_QUESTIONS = 60;

interface ClientUnderTest {
  readonly widget: Widget;
  readonly questions: readonly string[];
}

/**
 * Measures the time to the first token under load with many clients' pages indexed, and the cost of
 * additional clients.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  if (!hasRealPages()) {
    progress('skipped: ../shared/data with the real pages is missing');
    return { name: 'chat', figures: [] };
  }
  const pages = await realPages();
  const product = await startProduct({ DEMO_DATA: 'off' });
  const db = new pg.Client(product.databaseUrl);
  await db.connect();
  try {
    const token = await signIn(product);
    const clients: ClientUnderTest[] = [];
    const grow = async (to: number) => {
      while (clients.length < to) clients.push(await setUp(product, token, db, pages, clients.length));
      for (const { widget, questions } of clients) await measureFirstToken(widget, questions[0] ?? '');
      progress(`${clients.length} clients with ${PAGES_EACH} pages each`);
    };
    await grow(FEW_CLIENTS);
    const few = await measureSequentially(clients);
    await grow(CLIENTS);
    const many = await measureSequentially(clients);
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

/** Sets up a client with its own part of the real pages. */
async function setUp(
  product: RunningProduct,
  token: string,
  db: pg.Client,
  pages: readonly RealPage[],
  index: number,
): Promise<ClientUnderTest> {
  const clientPages = Array.from(
    { length: PAGES_EACH },
    (_, i) => pages[(index * PAGES_EACH + i) % pages.length] as RealPage, // the index is within the length
  );
  const domain = `client-${index}.example`;
  const { widget } = await trainedClient({ product, token, db, domain, pages: clientPages });
  const questions = clientPages.flatMap((page) => [
    ...page.questions,
    `What is said about ${page.title}, ${page.id}?`,
  ]);
  return { widget, questions };
}

let turn = 1;
/** Returns the median time to the first token of new questions to the first clients, asked one after the other. */
async function measureSequentially(clients: readonly ClientUnderTest[]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < SEQUENTIAL_QUESTIONS; i++) {
    const { widget, questions } = clients[i % FEW_CLIENTS] as ClientUnderTest; // there are at least `FEW_CLIENTS` clients
    if (i % FEW_CLIENTS === 0) turn++;
    times.push(await measureFirstToken(widget, questions[turn % questions.length] ?? ''));
  }
  return median(times);
}

/** Open-loop load: asks questions on schedule, whether or not earlier ones have been answered. */
async function underLoad(
  product: RunningProduct,
  clients: readonly ClientUnderTest[],
  progress: (line: string) => void,
): Promise<Figure[]> {
  const slowest: number[] = [];
  const before = await processorSecondsBy(product.pid);
  let questionCount = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const answers: Promise<number>[] = [];
    const startedAt = performance.now();
    for (let i = 0; i < PER_SECOND * ROUND_SECONDS; i++, questionCount++) {
      const { widget, questions } = clients[questionCount % CLIENTS] as ClientUnderTest; // the index is within the length
      // Start from the end, because the first questions were used for warm-up.
      const question = questions.at(-1 - (Math.floor(questionCount / CLIENTS) % questions.length)) ?? '';
      answers.push(measureFirstToken(widget, question));
      await delay(Math.max(0, startedAt + ((i + 1) * 1_000) / PER_SECOND - performance.now()));
    }
    const times = await Promise.all(answers);
    const p95 = percentile(times, 0.95);
    slowest.push(p95);
    progress(`round ${round + 1}: p50 ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  }
  const value = median(slowest);
  const cost = await processorMsPerQuestion(product, before, questionCount, progress);
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

/** Processor time per question over all processes; meaningful on a busy machine, too. */
async function processorMsPerQuestion(
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
  progress(`ms per question: ${cost.map(({ name, ms }) => `${name} ${ms.toFixed(1)}`).join(', ')}`);
  return cost.reduce((sum, { ms }) => sum + ms, 0);
}
