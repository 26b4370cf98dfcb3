import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { importFile } from '@landline/api/property/imports/import-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './testing/crashable-services.ts';
import { type Caller, signInTo, tokenOf } from './testing/http.ts';
import { type Product, startProduct } from './testing/product.ts';
import { signalProcess } from './testing/signal-process.ts';

const PROCESSES = ['api', 'worker', 'projections', 'scoring-engine', 'event-store', 'postgres'] as const;
const PARCELS = 600;
/** Time over which the commands of one process are spread. */
const COMMANDS_MS = 4_000;
const TIMEOUT_MS = 45_000;

let product: Product;
let caller: Caller;
let candidates: string[];

beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
  caller = await signInTo(product.url, product.superAdmin);
  const file = path.join(product.dataDir, 'parcels.csv');
  const rows = Array.from(
    { length: PARCELS },
    (_, i) => `${i + 1}-00,${i + 1} Main St,${12_000 + i},${6 + (i % 9)}`,
  );
  await writeFile(file, ['apn,street_address,parcel_area,units', ...rows].join('\n'));
  await importFile({
    baseUrl: product.url,
    token: await tokenOf(product.url, product.superAdmin),
    file,
    dataset_key: 'faults',
    dataset_name: 'Faults Properties',
    dataset_type: 'city',
    property_type: 'adu',
  });
  candidates = await listCandidateIds();
});

afterAll(() => product?.dispose());

async function listCandidateIds(): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < PARCELS; page++) {
    const { data } = await caller.get<{ data: { id: string }[] }>(
      `/api/geo/candidates?datasetKey=faults&limit=200&page=${page}`,
    );
    if (data.length === 0) break;
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}

describe('killing a process while commands run', () => {
  test('starts with every imported parcel', () => expect(new Set(candidates).size).toBe(PARCELS));

  test.each(PROCESSES)(
    '%s: every acknowledged command is exactly once in the log and in the read model',
    async (name) => {
      const accepted = candidates.splice(0, PARCELS / PROCESSES.length);
      const acknowledged: string[] = [];
      const flow = (async () => {
        const started = Date.now();
        for (const [index, candidateId] of accepted.entries()) {
          const { status } = await caller.command(
            'POST',
            '/api/geo/training/classify',
            { candidateId, classification: index % 2 ? 'good' : 'bad', notes: `seen ${index}` },
            `classify-${candidateId}`,
          );
          expect(status).toBe(200);
          acknowledged.push(candidateId);
          const due = started + (COMMANDS_MS * (index + 1)) / accepted.length;
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
        }
      })();
      await until(
        'a quarter of the commands is acknowledged',
        async () => acknowledged.length >= accepted.length / 4,
        TIMEOUT_MS,
      );
      const victim = (await product.pids())[name];
      if (victim === undefined) throw new Error(`${name} does not run`);
      process.kill(victim, 'SIGKILL');
      await flow;
      await until(
        `${name} has restarted`,
        async () => {
          const now = (await product.pids())[name];
          return now !== undefined && now !== victim;
        },
        TIMEOUT_MS,
      );

      expect(await classifiedInLog(accepted)).toEqual(Object.fromEntries(accepted.map((id) => [id, 1])));
      await until(
        'the read model has every classification',
        async () => (await classifiedInReadModel(accepted)) === accepted.length,
        TIMEOUT_MS,
      );
    },
  );

  test('restarts completely after all processes are killed at the same time', async () => {
    const before = await classifiedTotal();
    const pids = Object.values(await product.pids());
    await product.kill('SIGKILL');
    for (const pid of pids) signalProcess(pid, 'SIGKILL');
    product = await startProduct({ dataDir: product.dataDir, env: { DEMO_DATA: 'off' } });
    caller = await signInTo(product.url, product.superAdmin);
    expect(new Set(await listCandidateIds()).size).toBe(PARCELS);
    await until(
      'the read model has every classification',
      async () => (await classifiedTotal()) === before,
      TIMEOUT_MS,
    );
  });
});

/** Counts the classifications of each candidate in the log. */
async function classifiedInLog(ids: readonly string[]): Promise<Record<string, number>> {
  const client = EventStoreDBClient.connectionString(product.services.eventStoreUrl);
  const counts: Record<string, number> = {};
  for (const id of ids) {
    for await (const { event } of client.readStream(`judgement-everyone-${id}`)) {
      if (event?.type === 'PropertyClassified') counts[id] = (counts[id] ?? 0) + 1;
    }
  }
  await client.dispose();
  return counts;
}

const classifiedInReadModel = (ids: readonly string[]) =>
  count(
    `SELECT count(*)::int AS count FROM read.classification
     WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'classifications')
       AND candidate_id = ANY($1::uuid[])`,
    [ids],
  );

const classifiedTotal = () =>
  count(
    `SELECT count(*)::int AS count FROM read.classification
     WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'classifications')`,
    [],
  );

async function count(query: string, values: unknown[]): Promise<number> {
  const client = new pg.Client({ connectionString: product.services.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(query, values);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
