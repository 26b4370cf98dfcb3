import { isDeepStrictEqual } from 'node:util';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';
import { signIn, startProduct } from '../product.ts';
import { random } from '../projections/events.ts';
import { keepKeys } from '../projections/log.ts';
import { until } from '../until.ts';
import { type Counted, countedFromLog } from './brute-force.ts';
import { type BenchClient, fillWithConversations } from './conversations.ts';

const CLIENTS = 200;
/** Bounded, so that generating them takes minutes: `MESSAGES=5000000` for the whole of it. */
const MESSAGES = Number(process.env.MESSAGES ?? 100_000);
const SEED = Number(process.env.SEED ?? 20_260_301);
const ROUNDS = 5;
const REQUESTS_A_ROUND = 40;
const GOALS = { client: 300, all: 1_500 };
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Adelaide'];

const VIEWS = ['usage-analytics', 'faq-analytics', 'answer-quality-analytics', 'word-cloud', 'gaps'];
const TIMEFRAMES = ['7d', '30d', '90d', '180d', '1y'];
const LEVELS = ['basic', 'moderate', 'strict'];

type Get = <Answer>(path: string) => Promise<Answer>;

/** Every view of the analytics over HTTP, for a client and for all of them, held against a count of the log itself. */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`SEED=${SEED} MESSAGES=${MESSAGES}`);
  const product = await startProduct({ DEMO_DATA: 'off' });
  const log = EventStoreDBClient.connectionString(product.eventStoreUrl);
  try {
    const headers = { authorization: `Bearer ${await signIn(product)}` };
    const get: Get = async (path) => {
      const answer = await fetch(`${product.url}/api/ai/analytics/${path}`, { headers });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return answer.json() as never; // what the contract says
    };
    const clients = await addClients(product.url, headers);
    const begun = performance.now();
    await fillWithConversations(log, clients, MESSAGES, SEED, (subjects) =>
      keepKeys(product.databaseUrl, subjects),
    );
    progress(`${MESSAGES} messages of ${CLIENTS} clients written in ${seconds(begun)}`);
    const counting = performance.now();
    await until('everything is counted', { pollMs: 500, timeoutMs: 1_800_000 }, async () => {
      const { usage_stats } = await get<Usage>('usage-analytics?timeframe=1y&filterContent=false');
      return usage_stats.user_messages >= Math.floor(MESSAGES / 2) &&
        usage_stats.ai_responses >= usage_stats.user_messages
        ? true
        : undefined;
    });
    progress(`counted ${seconds(counting)} after the last was written`);
    const next = random(SEED);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T; // never empty
    const request = (client: string) =>
      `${pick(VIEWS)}?timeframe=${pick(TIMEFRAMES)}&filterLevel=${pick(LEVELS)}${client}`;
    const figures = [
      await measured('client_view_p95_ms', GOALS.client, () => get(request(`&clientId=${pick(clients).id}`))),
      await measured('all_view_p95_ms', GOALS.all, () => get(request(''))),
      await held(get, clients, await countedFromLog(log, clients)),
    ];
    return { name: 'analytics', figures };
  } finally {
    await log.dispose();
    await product.stop();
  }
}

interface Usage {
  readonly usage_stats: { readonly user_messages: number; readonly ai_responses: number };
  readonly daily_usage: readonly {
    readonly date: string;
    readonly ai_messages_count: number;
    readonly non_billable_count: number;
  }[];
}

async function addClients(url: string, headers: Record<string, string>): Promise<BenchClient[]> {
  const clients: BenchClient[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const time_zone = ZONES[n % ZONES.length] ?? 'UTC';
    const answer = await fetch(`${url}/api/ai/clients`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Bench ${n}`, primary_domain: `bench-${n}.example`, time_zone }),
    });
    if (!answer.ok) throw new Error(`A client answered ${answer.status}: ${await answer.text()}`);
    clients.push({ id: ((await answer.json()) as { id: string }).id, timeZone: time_zone });
  }
  return clients;
}

async function measured(id: string, goal: number, one: () => Promise<unknown>): Promise<Figure> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (let n = 0; n < REQUESTS_A_ROUND; n++) {
      const begun = performance.now();
      await one();
      times.push(performance.now() - begun);
    }
    rounds.push(times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN);
  }
  const value = median(rounds);
  return {
    id,
    value,
    unit: 'ms',
    goal,
    met: value <= goal,
    spread: [Math.min(...rounds), Math.max(...rounds)],
  };
}

/** In how many days of clients the product and the log differ: none. */
async function held(get: Get, clients: readonly BenchClient[], counted: Counted): Promise<Figure> {
  let differing = 0;
  for (const { id } of clients) {
    const { daily_usage } = await get<Usage>(
      `usage-analytics?timeframe=1y&filterContent=false&clientId=${id}`,
    );
    const shown = daily_usage
      .filter((day) => day.non_billable_count > 0)
      .map((day) => [day.date, [day.non_billable_count, day.ai_messages_count]]);
    const expected = [...(counted.get(id) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    if (!isDeepStrictEqual(shown, expected)) differing++;
  }
  return {
    id: 'clients_differing_from_log',
    value: differing,
    unit: 'clients',
    goal: 0,
    met: differing === 0,
    spread: [differing, differing],
  };
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
