import { rm } from 'node:fs/promises';
import { waitUntilCaughtUp } from '../backup/read-models.ts';
import { type BenchmarkResult, type Figure, median, percentile } from '../figures.ts';
import { addClient, makeDataDir, type RunningProduct, signIn, startProduct } from '../product.ts';
import { seededRandom } from '../random.ts';
import { differingFigures, type Get, LEVELS, TIMEFRAMES } from './compare-views.ts';
import { type BenchClient, conversations } from './conversations.ts';
import { copyConversations } from './fill-log.ts';
import { readLoggedQuestions } from './logged-questions.ts';

const CLIENTS = 200;
/** Number of messages that the time goals are defined for. */
const GOAL_MESSAGES = 5_000_000;
/**
 * Number of messages, small by default so that a run takes minutes. A run with fewer than GOAL_MESSAGES never reports
 * a time goal as met.
 */
const MESSAGES = Number(process.env.MESSAGES ?? 100_000);
const DATA_SIZE = `${MESSAGES.toLocaleString('en')} messages`;
const SEED = Number(process.env.SEED ?? 20_260_301);
const ROUNDS = 5;
const REQUESTS_PER_ROUND = 40;
const GOALS = { client: 300, all: 1_500 };
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Adelaide'];
const env = { DEMO_DATA: 'off' };

const VIEWS = ['usage-analytics', 'faq-analytics', 'answer-quality-analytics', 'word-cloud', 'gaps'];

/**
 * Times randomly chosen analytics views over HTTP, for one client and for all clients, and compares the main figures with
 * those computed from the event log.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`SEED=${SEED} MESSAGES=${MESSAGES}`);
  const dataDir = await makeDataDir();
  let product: RunningProduct | undefined;
  try {
    product = await startProduct(env, dataDir);
    const clients = await addClients(product);
    await product.pause();
    let startedAt = performance.now();
    const last = await copyConversations(dataDir, conversations(clients, MESSAGES, SEED, Date.now()));
    progress(
      `Wrote ${MESSAGES} messages for ${CLIENTS} clients in ${seconds(startedAt)}; the log now has ${last + 1} events`,
    );

    startedAt = performance.now();
    product = await startProduct(env, dataDir);
    const projected = await projectedPerSecond(product, last, startedAt);
    progress(`Projected all events in ${seconds(startedAt)}`);
    const get = await viewGetter(product);
    const next = seededRandom(SEED);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T; // the lists are never empty
    const request = (client: string) =>
      `${pick(VIEWS)}?timeframe=${pick(Object.keys(TIMEFRAMES))}&filterLevel=${pick(LEVELS)}${client}`;
    const clientView = () => get(request(`&clientId=${pick(clients).id}`));
    const figures = [
      await measureRounds('client_view_p95_ms', GOALS.client, clientView, progress),
      await measureRounds('all_view_p95_ms', GOALS.all, () => get(request('')), progress),
      projected,
    ];
    startedAt = performance.now();
    const questions = await readLoggedQuestions(product.eventStoreDatabaseUrl, clients);
    progress(`Read the log in ${seconds(startedAt)}`);
    startedAt = performance.now();
    const differences = await differingFigures(get, questions);
    progress(`Compared the figures in ${seconds(startedAt)}`);
    for (const difference of differences.slice(0, 10)) progress(`Differs from the log: ${difference}`);
    return { name: 'analytics', figures: [...figures, zeroGoal('differing_from_log', differences.length)] };
  } finally {
    await product?.pause();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function addClients(product: RunningProduct): Promise<BenchClient[]> {
  const access = { url: product.url, token: await signIn(product) };
  const clients: BenchClient[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const time_zone = ZONES[n % ZONES.length] ?? 'UTC';
    const body = { name: `Bench ${n}`, primary_domain: `bench-${n}.example`, time_zone };
    clients.push({ id: await addClient(access, body), timeZone: time_zone });
  }
  return clients;
}

async function viewGetter(product: RunningProduct): Promise<Get> {
  const headers = { authorization: `Bearer ${await signIn(product)}` };
  return async (path) => {
    const response = await fetch(`${product.url}/api/ai/analytics/${path}`, { headers });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response.json() as never; // typed by the contract
  };
}

/** Measures projection throughput from product start until every read model has applied the last event. */
async function projectedPerSecond(
  { databaseUrl }: RunningProduct,
  last: number,
  startedAt: number,
): Promise<Figure> {
  await waitUntilCaughtUp(databaseUrl, last);
  const value = (last + 1) / ((performance.now() - startedAt) / 1_000);
  return { id: 'projected_per_s', value, unit: 'events/s', over: DATA_SIZE, spread: [value, value] };
}

async function measureRounds(
  id: string,
  goal: number,
  request: () => Promise<unknown>,
  progress: (line: string) => void,
): Promise<Figure> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (let n = 0; n < REQUESTS_PER_ROUND; n++) {
      const startedAt = performance.now();
      await request();
      times.push(performance.now() - startedAt);
    }
    rounds.push(percentile(times, 0.95));
    progress(`${id}: ${rounds.at(-1)?.toFixed(0)} ms`);
  }
  const value = median(rounds);
  const spread = [Math.min(...rounds), Math.max(...rounds)] as const;
  const met = value <= goal;
  // Meeting the goal with fewer messages proves nothing; missing it with fewer messages is a miss.
  return {
    id,
    value,
    unit: 'ms',
    over: DATA_SIZE,
    goal,
    ...((!met || MESSAGES >= GOAL_MESSAGES) && { met }),
    spread,
  };
}

const zeroGoal = (id: string, value: number): Figure => ({
  id,
  value,
  unit: 'figures',
  over: DATA_SIZE,
  goal: 0,
  met: value === 0,
  spread: [value, value],
});

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
