import { readdir, readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';
import { type RunningProduct, signIn, startProduct } from '../product.ts';
import { uuid } from '../projections/events.ts';
import { until } from '../until.ts';

const CLIENTS = 500;
const PROMPTS_PER_CLIENT = 8;
/** Branding, widget settings and prompts of each client. */
const DOCUMENTS = CLIENTS * (2 + PROMPTS_PER_CLIENT);
const ROUNDS = 5;
const GOAL_SECONDS = 30;
const CONCURRENCY = 16;
const POLL_MS = 250;

type Call = <Result>(method: string, path: string, body?: unknown) => Promise<Result>;

interface ClientDocuments {
  readonly clientId: string;
  readonly prompts: string[];
}

interface Version {
  readonly id: string;
  readonly version_name: string;
  readonly rollback: { readonly total: number; readonly remaining: number } | null;
}

/** Rolls 5,000 documents of 500 clients back and forth between two states, and kills the worker once midway. */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const product = await startProduct({ DEMO_DATA: 'off' });
  const log = EventStoreDBClient.connectionString(product.eventStoreUrl);
  try {
    const call = await caller(product);
    let startedAt = performance.now();
    const clients: ClientDocuments[] = [];
    await concurrently(CLIENTS, async (n) => clients.push(await addClient(call, n)));
    const clientAt = (n: number) => clients[n] as ClientDocuments; // one for each index
    await concurrently(CLIENTS, (n) => configure(log, clientAt(n), 'PromptAdded', `First ${n}`));
    progress(`${DOCUMENTS} documents of ${CLIENTS} clients configured in ${seconds(startedAt).toFixed(1)} s`);
    const first = await versionOf(call, 'First');
    const asFirst = await stateOf(call, clients);
    startedAt = performance.now();
    await concurrently(CLIENTS, (n) => configure(log, clientAt(n), 'PromptChanged', 'Second'));
    progress(`all documents changed in ${seconds(startedAt).toFixed(1)} s`);
    const second = await versionOf(call, 'Second');

    const rounds: number[] = [];
    const round = async (to: Version) => {
      rounds.push(await rollBack(call, to, 'a rollback'));
      progress(`rollback: ${rounds.at(-1)?.toFixed(1)} s`);
    };
    for (let turn = 0; turn < ROUNDS - 1; turn++) await round(turn % 2 === 0 ? first : second);
    const killed = await rollBack(call, first, 'killed in the middle', () => killWorker(product));
    progress(`rollback with a killed worker: ${killed.toFixed(1)} s`);
    const restored = await stateOf(call, clients);
    const differing = asFirst.filter((state, n) => !isDeepStrictEqual(state, restored[n])).length;
    await round(second);
    return {
      name: 'rollback',
      figures: [
        limit('rollback_s', 's', rounds, GOAL_SECONDS),
        limit('rollback_killed_s', 's', [killed], GOAL_SECONDS),
        limit('clients_differing_from_version', 'clients', [differing], 0),
      ],
    };
  } finally {
    await log.dispose();
    await product.stop();
  }
}

/** Creates a client through the API; its documents are appended directly to the log. */
async function addClient(call: Call, n: number): Promise<ClientDocuments> {
  const body = { name: `Bench ${n}`, primary_domain: `bench-${n}.example` };
  const { id: clientId } = await call<{ id: string }>('POST', '/api/ai/clients', body);
  return {
    clientId,
    prompts: Array.from({ length: PROMPTS_PER_CLIENT }, (_, index) => uuid(`rollback ${n} ${index}`)),
  };
}

const COLOR = '#6908C9';
const branding = (botName: string) => ({
  primaryColor: COLOR,
  botName,
  logoUrl: '',
  welcomeMessage: 'Hello',
  placeholderText: 'Ask',
  widgetButtonText: 'Chat',
  userLinkColor: COLOR,
  aiLinkColor: COLOR,
});

async function configure(
  log: EventStoreDBClient,
  { clientId: client_id, prompts }: ClientDocuments,
  type: 'PromptAdded' | 'PromptChanged',
  text: string,
): Promise<void> {
  const configuration = { position: 'top-left', proactiveMessage: text, proactiveDelaySeconds: 5 };
  await log.appendToStream(`widget-${client_id}`, [
    event('WidgetBrandingChanged', { client_id, branding: branding(text) }),
    event('WidgetConfigurationChanged', { client_id, configuration }),
  ]);
  for (const prompt_id of prompts) {
    const data = { prompt_id, client_id, prompt_type: 'custom', content: text };
    await log.appendToStream(`prompt-${prompt_id}`, [event(type, data)]);
  }
}

const event = (type: string, data: object) =>
  jsonEvent({
    type,
    data,
    metadata: {
      actor: { id: 'system', role: 'System' },
      correlationId: 'rollback',
      commandId: uuid(`${type} ${JSON.stringify(data)}`),
      at: new Date().toISOString(),
      schemaVersion: 1,
    },
  } as never); // the client's types require an index signature

/** Returns each client's state as the product's screens show it. */
async function stateOf(call: Call, clients: readonly ClientDocuments[]): Promise<unknown[]> {
  const states: unknown[] = [];
  await concurrently(clients.length, async (n) => {
    const { clientId } = clients[n] as ClientDocuments; // one for each index
    const prompts = await call<{ id: string; prompt_content: string }[]>(
      'GET',
      `/api/ai/client-prompts/${clientId}`,
    );
    states[n] = [
      await call('GET', `/api/ai/settings/branding/client/${clientId}`),
      await call('GET', `/api/ai/widget/client/${clientId}/configuration`),
      prompts.map(({ id, prompt_content }) => [id, prompt_content]),
    ];
  });
  return states;
}

/** Waits until the read model includes every change. */
const versionOf = (call: Call, version_name: string): Promise<Version> =>
  until(version_name, { pollMs: 500, timeoutMs: 120_000 }, () =>
    call<Version>('POST', '/api/ai/system/versions', { version_name }).catch(() => undefined),
  );

/** Returns the seconds from the request of a rollback until its completion. */
async function rollBack(
  call: Call,
  { id, version_name }: Version,
  description: string,
  inTheMiddle?: () => Promise<void>,
): Promise<number> {
  const rollback = async () => {
    const { versions } = await call<{ versions: Version[] }>('GET', '/api/ai/system/versions');
    return versions.find((version) => version.id === id)?.rollback ?? null;
  };
  const startedAt = performance.now();
  const confirmed = { confirm: true, versionName: version_name };
  const { total } = await call<{ total: number }>('POST', `/api/ai/system/rollback/${id}`, confirmed);
  if (total !== DOCUMENTS) throw new Error(`${description}: ${total} of ${DOCUMENTS} documents differ`);
  const waitOptions = { pollMs: POLL_MS, timeoutMs: 300_000 };
  if (inTheMiddle) {
    await until('the rollback is halfway', waitOptions, async () => {
      const running = await rollback();
      if (running === null) throw new Error('The rollback finished before the worker could be killed');
      return running.remaining < running.total;
    });
    await inTheMiddle();
  }
  await until(description, waitOptions, async () => (await rollback()) === null);
  return seconds(startedAt);
}

/** Kills the worker with SIGKILL; the supervisor restarts it. */
async function killWorker({ pid }: RunningProduct): Promise<void> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((name) => readFile(`/proc/${entry}/${name}`, 'utf8').catch(() => '')),
    );
    if (!command?.includes('api/src/worker.ts') || !status?.includes(`\nPPid:\t${pid}\n`)) continue;
    process.kill(Number(entry), 'SIGKILL');
    return;
  }
  throw new Error('No worker process found');
}

async function caller(product: RunningProduct): Promise<Call> {
  const authorization = `Bearer ${await signIn(product)}`;
  let position: string | null = null;
  return async (method, path, body) => {
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: {
        authorization,
        ...(position !== null && { 'x-min-position': position }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    position = response.headers.get('x-event-position') ?? position;
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json() as never; // typed by the contract
  };
}

async function concurrently(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function limit(id: string, unit: string, rounds: readonly number[], goal: number): Figure {
  const value = median(rounds);
  const spread: [number, number] = [Math.min(...rounds), Math.max(...rounds)];
  return { id, value, unit, goal, met: value <= goal, spread };
}

const seconds = (since: number) => (performance.now() - since) / 1_000;
