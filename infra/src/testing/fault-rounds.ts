import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { importFile } from '@landline/api/property/imports/client';
import { projectionStatus } from '@landline/projections/admin';
import { readHead } from '@landline/scoring-engine/service/log';
import pg from 'pg';
import { type CommandReport, Commands } from './command-flow.ts';
import type { Compared } from './compare-read-models.ts';
import { compareWithRebuilt } from './compare-with-rebuild.ts';
import { until } from './crashable-services.ts';
import { signInTo, tokenOf } from './http.ts';
import type { Link } from './network-link.ts';
import { type ReplicatedProcesses, startReplicatedProcesses } from './replicated-processes.ts';

/** State after the faults. `wrongRuns` and `differing` should be empty too. */
export interface FaultReport extends CommandReport {
  readonly runs: number;
  /** Runs that failed, or that the log reports twice or not at all. */
  readonly wrongRuns: readonly string[];
  /** Rows of read models and scores that differ from a rebuild. */
  readonly differing: readonly string[];
  /** Seconds from the end of each round's faults until everything had caught up. */
  readonly recoveries: readonly number[];
}

/** Three chunks. */
const PARCELS = 40_000;
const CLASSIFIED = 90;
const LONGEST_FAULT_MS = 1_500;
const LONGEST_PAUSE_MS = 700;
const RECOVERY_MS = 90_000;
const DATASET = 'faults';

interface RoundsOptions {
  readonly rounds: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/**
 * Runs two of each process under commands, with faults at random moments: in each round every kind of
 * connection fails once, and one service and one process are killed. Rejects when anything does not recover
 * on its own.
 */
export async function runFaultRounds({ rounds, random, say }: RoundsOptions): Promise<FaultReport> {
  const environment = await startReplicatedProcesses();
  const pool = new pg.Pool({ connectionString: environment.databaseUrl });
  pool.on('error', () => undefined); // the server is killed
  const client = EventStoreDBClient.connectionString(environment.eventStoreUrl);
  try {
    const callers = await Promise.all(environment.apis.map((url) => signInTo(url, environment.superAdmin)));
    const dataset = { datasetKey: DATASET, candidates: await importParcels(environment, pool) };
    const commands = new Commands(callers, dataset, random);
    const flowing = commands.flow();
    flowing.catch((error) => {
      say(String(error)); // awaited below
      commands.stop();
    });
    const recoveries: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await commands.more(10);
      for (const [name, fault] of faultsOf(environment, round, random)) {
        await pause(random() * LONGEST_PAUSE_MS); // the random moment is part of the fault
        say(`round ${round}: ${name}, ${commands.acknowledged} commands`);
        await fault();
      }
      await commands.more(10);
      const startedAt = performance.now();
      await caughtUp(pool, client);
      recoveries.push((performance.now() - startedAt) / 1_000);
      say(`round ${round}: caught up after ${recoveries.at(-1)?.toFixed(1)} s`);
      await anotherRun(pool);
    }
    commands.stop();
    await flowing;
    await runsOver(pool);
    await caughtUp(pool, client);
    const report = { ...(await commands.compare(client, pool)), ...(await runsOf(client, pool)), recoveries };
    const { compared } = await compareWithRebuilt(environment, client, { say });
    say(`${compared.reduce((sum, { rows }) => sum + rows, 0)} rows are as a rebuild makes them`);
    return { ...report, differing: compared.flatMap(differencesIn) };
  } finally {
    await environment.stop();
    client.dispose().catch(() => undefined); // not awaited: the server it would notify is gone
    await pool.end();
  }
}

const differencesIn = ({ name, differing, examples }: Compared): string[] =>
  differing === 0 ? [] : [`${name}: ${differing} rows`, ...examples];

type Fault = readonly [name: string, cause: () => Promise<void>];

function faultsOf(environment: ReplicatedProcesses, round: number, random: () => number): Fault[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T; // never empty
  const kill = (name: string) => async () => {
    const pid = environment.processes.get(name)?.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  };
  const services: Fault[] = [
    ['PostgreSQL is killed', () => environment.crashPostgres()],
    ['the broker is killed', () => environment.crashBroker()],
    ['the event store is killed', kill('event store')],
  ];
  const victim = pick([...environment.processes.keys()].filter((name) => name !== 'event store'));
  const failing = Object.entries(environment.links).map(([name, link]): Fault => {
    const ms = Math.round(random() * LONGEST_FAULT_MS);
    const fault = pick<readonly [string, (link: Link) => Promise<void>]>([
      ['cut', async ({ cut }) => cut()],
      [`severed for ${ms} ms`, ({ sever }) => sever(ms)],
      [`stalled for ${ms} ms`, ({ stall }) => stall(ms)],
    ]);
    return [`the link to the ${name} is ${fault[0]}`, () => fault[1](link)];
  });
  const all = [
    ...failing,
    services[round % services.length] as Fault,
    [`${victim} is killed`, kill(victim)] as const,
  ];
  return all
    .map((fault) => [random(), fault] as const)
    .sort(([a], [b]) => a - b)
    .map(([, fault]) => fault);
}

async function importParcels(environment: ReplicatedProcesses, pool: pg.Pool): Promise<string[]> {
  const file = path.join(environment.dataDir, 'parcels.csv');
  const rows = Array.from({ length: PARCELS }, (_, n) => `${n}-00,${n} Main St,${12_000 + n},${1 + (n % 9)}`);
  await writeFile(file, ['apn,street_address,parcel_area,units', ...rows].join('\n'));
  const baseUrl = environment.apis[0] ?? '';
  await importFile({
    baseUrl,
    token: await tokenOf(baseUrl, environment.superAdmin),
    file,
    dataset_key: DATASET,
    dataset_name: 'Faults Properties',
    dataset_type: 'city',
    property_type: 'adu',
  });
  const candidates = await until(
    'the candidates are scored',
    async () => {
      const { rows: found } = await pool.query<{ candidate_id: string }>(
        `SELECT candidate_id FROM scoring.live_set JOIN scoring.score USING (set_id)
       WHERE dataset_key = $1 ORDER BY candidate_id LIMIT $2`,
        [DATASET, CLASSIFIED],
      );
      return found.length === CLASSIFIED && found;
    },
    RECOVERY_MS,
  );
  return candidates.map(({ candidate_id }) => candidate_id);
}

/** Waits until projections, scores and relay have passed the current end of the log. */
async function caughtUp(pool: pg.Pool, client: EventStoreDBClient): Promise<void> {
  const head = await until('the log answers', () => readHead(client), RECOVERY_MS);
  const behind = async () => {
    const projectors = await projectionStatus(pool);
    const { rows } = await pool.query<{ name: string; position: string }>(
      `SELECT 'scores' AS name, position FROM scoring.checkpoint UNION ALL SELECT 'relay', position FROM relay.checkpoint`,
    );
    return [
      ...projectors.filter(({ live }) => live === null || live.position < head).map(({ name }) => name),
      ...rows.filter(({ position }) => BigInt(position) < head).map(({ name }) => name),
    ];
  };
  let last: string[] = [];
  await until(
    'everything has caught up with the log',
    async () => {
      last = await behind();
      return last.length === 0;
    },
    RECOVERY_MS,
  ).catch((error) => {
    throw new Error(`Behind the log for ${RECOVERY_MS} ms: ${last.join(', ')}`, { cause: error });
  });
}

/** Waits for the end of a run that begins after this call; commands keep requesting new ones. */
async function anotherRun(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ now: string }>('SELECT now()::text AS now');
  await until(
    'the end of a run that began after the faults',
    async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM scoring.run WHERE state = 'completed' AND started_at > $1::timestamptz LIMIT 1`,
        [rows[0]?.now],
      );
      return rowCount === 1;
    },
    RECOVERY_MS,
  );
}

/**
 * Waits until nothing is left to score; training on the last classification follows a few seconds later.
 */
async function runsOver(pool: pg.Pool): Promise<void> {
  await until(
    'the end of all runs',
    async () => {
      const { rows } = await pool.query(
        `SELECT FROM scoring.run WHERE finished_at IS NULL OR finished_at > now() - interval '5 seconds'`,
      );
      return rows.length === 0;
    },
    RECOVERY_MS,
  );
}

/** The stored runs are completed and were reported once, or were superseded. */
async function runsOf(
  client: EventStoreDBClient,
  pool: pg.Pool,
): Promise<Pick<FaultReport, 'runs' | 'wrongRuns'>> {
  const reported: string[] = [];
  for await (const { event } of client.readAll())
    if (event?.type === 'CandidatesRescored') reported.push((event.data as { run_id: string }).run_id);
  const { rows } = await pool.query<{ run_id: string; state: string }>(
    'SELECT run_id, state FROM scoring.run',
  );
  const isReported = new Set(reported);
  const wrong = rows.filter(
    ({ run_id, state }) => state === 'failed' || (state === 'completed') !== isReported.has(run_id),
  );
  const repeated = reported.filter((id, at) => reported.indexOf(id) !== at);
  return {
    runs: reported.length,
    wrongRuns: [...wrong.map(({ run_id, state }) => `${run_id} ${state}`), ...repeated],
  };
}
