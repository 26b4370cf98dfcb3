import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { importFile } from '@landline/api/property/imports/import-client';
import { projectionStatus } from '@landline/projections/admin';
import { readHead } from '@landline/projections/runner/read-log';
import pg from 'pg';
import { type CommandReport, Commands } from './command-flow.ts';
import type { TableDifferences } from './compare-read-models.ts';
import { compareWithRebuild } from './compare-with-rebuild.ts';
import { until } from './crashable-services.ts';
import { signInTo, tokenOf } from './http.ts';
import { randomFault } from './random-fault.ts';
import { type ReplicatedProcesses, startReplicatedProcesses } from './replicated-processes.ts';

/** State after the faults. Every list except `recoveries` should be empty. */
export interface FaultReport extends CommandReport {
  /** Number of faults by kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** One sentence for each part that did not recover on its own. */
  readonly stuck: readonly string[];
  /** Number of completed bulk runs. */
  readonly runs: number;
  /** Runs that failed, or that the log reports twice or not at all. */
  readonly wrongRuns: readonly string[];
  /** Rows of read models and scores that differ from a rebuild. */
  readonly differing: readonly string[];
  /** Seconds from the end of each fault until a new command was acknowledged and its read model showed it. */
  readonly recoveries: readonly number[];
}

/** Three chunks. */
const PARCELS = 40_000;
/** A multiple of the number of concurrent users, so that two of them never classify the same candidate at once. */
const CLASSIFIED = 90;
const MAX_CONCURRENT_FAULTS = 10;
const MAX_PAUSE_MS = 500;
/** Number of faults after which scores, relay and all read models must have caught up. */
const FAULTS_PER_CHECK = 50;
const RECOVERY_MS = 90_000;
const COMMAND_PAUSE_MS = 60;
const DATASET = 'faults';

interface RunOptions {
  readonly faults: number;
  /** Time limit for the faults; a slow machine injects fewer of them. */
  readonly minutes: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/**
 * Runs two of each process under a flow of commands and injects random faults: one after the recovery from the last,
 * or up to ten that overlap. Stops at the first fault from which the installation does not recover on its own.
 */
export async function runFaults({ faults, minutes, random, say }: RunOptions): Promise<FaultReport> {
  const environment = await startReplicatedProcesses();
  const pool = new pg.Pool({ connectionString: environment.databaseUrl });
  pool.on('error', () => undefined); // the server is killed
  const client = EventStoreDBClient.connectionString(environment.eventStoreUrl);
  const stuck: string[] = [];
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error: Error) => {
      stuck.push(error.message);
      say(error.message);
    });
  };
  try {
    if (environment.disk === undefined)
      say('This account may not mount a small disk, so no fault fills the disk');
    const { apis, superAdmin } = environment;
    const orders = [apis, apis.toReversed()];
    const callers = await Promise.all(orders.map((urls) => signInTo(urls, superAdmin)));
    const dataset = { datasetKey: DATASET, candidates: await importParcels(environment, pool) };
    const commands = new Commands(callers, dataset, random, COMMAND_PAUSE_MS);
    const flow = attempt(() => commands.flow());
    const recoveries: number[] = [];
    const kinds: Record<string, number> = {};
    const deadline = performance.now() + minutes * 60_000;
    const fail = async (delayMs: number) => {
      const { kind, target, cause } = randomFault(environment, random);
      await delay(delayMs);
      await cause();
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      const endedAt = performance.now();
      await attempt(() => commands.probe());
      recoveries.push((performance.now() - endedAt) / 1_000);
      say(`${recoveries.length} ${kind}, ${target}: recovered after ${recoveries.at(-1)?.toFixed(2)} s`);
    };
    let checkedAt = 0;
    while (recoveries.length < faults && performance.now() < deadline && stuck.length === 0) {
      const many = Math.min(faults - recoveries.length, 1 + Math.floor(random() * MAX_CONCURRENT_FAULTS));
      await Promise.all(Array.from({ length: many }, () => fail(random() * MAX_PAUSE_MS)));
      if (recoveries.length - checkedAt < FAULTS_PER_CHECK) continue;
      checkedAt = recoveries.length;
      await attempt(() => waitUntilCaughtUp(pool, client));
      await attempt(() => waitForAnotherRun(pool));
      say(`all caught up after ${recoveries.length} faults, ${commands.acknowledged} commands`);
    }
    commands.stop();
    await flow;
    await attempt(() => waitUntilRunsEnd(pool));
    await attempt(() => waitUntilCaughtUp(pool, client));
    const report = { ...(await commands.compare(client, pool)), ...(await runsOf(client, pool)) };
    const differing: string[] = [];
    await attempt(async () => {
      const { compared } = await compareWithRebuild(environment, client, { progress: say });
      say(`${compared.reduce((sum, { equalRows }) => sum + equalRows, 0)} rows are compared with a rebuild`);
      differing.push(...compared.flatMap(differencesIn));
    });
    return { ...report, faults: kinds, stuck, differing, recoveries };
  } finally {
    await environment.stop();
    client.dispose().catch(() => undefined); // not awaited, because the server to notify is gone
    await pool.end();
  }
}

const differencesIn = ({ name, differing, examples }: TableDifferences): string[] =>
  differing === 0 ? [] : [`${name}: ${differing} rows`, ...examples];

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
      const { rows: scored } = await pool.query<{ candidate_id: string }>(
        `SELECT candidate_id FROM scoring.live_set JOIN scoring.score USING (set_id)
       WHERE dataset_key = $1 ORDER BY candidate_id LIMIT $2`,
        [DATASET, CLASSIFIED],
      );
      return scored.length === CLASSIFIED && scored;
    },
    RECOVERY_MS,
  );
  return candidates.map(({ candidate_id }) => candidate_id);
}

/** Waits until projections, scores and relay have passed the current end of the log. */
async function waitUntilCaughtUp(pool: pg.Pool, client: EventStoreDBClient): Promise<void> {
  const head = await until('the event store responds', () => readHead(client), RECOVERY_MS);
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
async function waitForAnotherRun(pool: pg.Pool): Promise<void> {
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
async function waitUntilRunsEnd(pool: pg.Pool): Promise<void> {
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

/** Checks that the stored runs were superseded, or completed and reported once. */
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
  const reportedRuns = new Set(reported);
  const wrong = rows.filter(
    ({ run_id, state }) => state === 'failed' || (state === 'completed') !== reportedRuns.has(run_id),
  );
  const repeated = reported.filter((id, index) => reported.indexOf(id) !== index);
  return {
    runs: reported.length,
    wrongRuns: [...wrong.map(({ run_id, state }) => `${run_id} ${state}`), ...repeated],
  };
}
