import type pg from 'pg';
import type { Logger } from 'pino';
import { coarseNetwork, networkOf } from '../http/network.ts';
import type { Secrets } from '../secrets.ts';

const FLUSH_MS = 2_000;
const CLEANUP_MS = 10 * 60_000;
/** Limits per flush and overall, so that a flood cannot fill the disk. */
const MAX_ADDRESSES_PER_FLUSH = 1_000;
const MAX_ADDRESSES = 10_000;

/** Kinds of counters; each is split by a name such as the route or the limit. */
export type CounterKind = 'request' | 'slow' | 'error' | 'rate_limit' | 'attack' | 'sign_in';

/**
 * Per-minute counts that survive a restart, for statistics of the last 24 hours. Counts are added up in memory
 * and written every two seconds, so a killed process loses at most the last two seconds.
 */
export interface RequestCounter {
  add(kind: CounterKind, name: string, milliseconds?: number): void;
  /** Records an attack from this address for 24 hours; stores only a digest of the address and its network. */
  addBlockedAddress(address: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const WRITE_SUMS = `
  WITH relaxed AS (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO api.tally AS known (minute, what, which, count, milliseconds)
  SELECT date_trunc('minute', now()), added.* FROM relaxed,
    unnest($1::text[], $2::text[], $3::bigint[], $4::float8[]) AS added
  ON CONFLICT (minute, what, which)
    DO UPDATE SET count = known.count + excluded.count, milliseconds = known.milliseconds + excluded.milliseconds`;

const WRITE_ADDRESSES = `
  INSERT INTO api.blocked_address AS known (hour, last_minute, digest, network, attempts)
  SELECT date_trunc('hour', now()), date_trunc('minute', now()), * FROM unnest($1::bytea[], $2::text[], $3::bigint[])
  WHERE (SELECT count(*) FROM (SELECT FROM api.blocked_address LIMIT ${MAX_ADDRESSES}) AS kept) < ${MAX_ADDRESSES}
  ON CONFLICT (hour, digest) DO UPDATE SET attempts = known.attempts + excluded.attempts, last_minute = excluded.last_minute`;

const CLEANUP = [
  `DELETE FROM api.tally WHERE minute < now() - interval '25 hours'`,
  `DELETE FROM api.blocked_address WHERE hour < now() - interval '25 hours'`,
];

interface Sum {
  count: number;
  milliseconds: number;
}

export function createRequestCounter(pool: pg.Pool, secrets: Secrets, log: Logger): RequestCounter {
  const sums = new Map<string, Sum>(); // by `kind name`
  const addresses = new Map<string, number>();
  let deletedAt = 0;
  let writing: Promise<void> = Promise.resolve();

  function addToSum(key: string, { count, milliseconds }: Sum): void {
    const sum = sums.get(key);
    if (!sum) sums.set(key, { count, milliseconds });
    else {
      sum.count += count;
      sum.milliseconds += milliseconds;
    }
  }
  function addAttempts(address: string, attempts: number): void {
    const previousAttempts = addresses.get(address);
    if (previousAttempts !== undefined || addresses.size < MAX_ADDRESSES_PER_FLUSH)
      addresses.set(address, (previousAttempts ?? 0) + attempts);
  }

  /** Empties a map into `write`; puts the entries back if that fails. */
  async function drain<Value>(
    counts: Map<string, Value>,
    putBack: (key: string, value: Value) => void,
    write: (entries: [string, Value][]) => Promise<unknown>,
  ): Promise<void> {
    const entries = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)); // the same order in every process prevents deadlocks
    counts.clear();
    if (entries.length === 0) return;
    try {
      await write(entries);
    } catch (error) {
      for (const [key, value] of entries) putBack(key, value);
      throw error;
    }
  }
  const writeSums = () =>
    drain(sums, addToSum, (entries) =>
      pool.query(WRITE_SUMS, [
        entries.map(([key]) => key.split(' ')[0]),
        entries.map(([key]) => key.split(' ')[1]),
        entries.map(([, { count }]) => count),
        entries.map(([, { milliseconds }]) => milliseconds),
      ]),
    );
  const writeAddresses = () =>
    drain(addresses, addAttempts, (entries) =>
      pool.query(WRITE_ADDRESSES, [
        entries.map(([address]) => secrets.hmac('blocked address', address)),
        entries.map(([address]) => coarseNetwork(address)),
        entries.map(([, attempts]) => attempts),
      ]),
    );
  async function deleteOld(): Promise<void> {
    if (Date.now() - deletedAt < CLEANUP_MS) return;
    deletedAt = Date.now();
    for (const statement of CLEANUP) await pool.query(statement);
  }

  const flush = () => {
    writing = writing
      .then(writeSums)
      .then(writeAddresses)
      .then(deleteOld)
      .catch((error) =>
        log.warn(
          { event: 'request_counts.write_failed', err: error },
          'Could not write request counts; retrying in 2 s',
        ),
      );
    return writing;
  };
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    add: (kind, name, milliseconds = 0) => addToSum(`${kind} ${name}`, { count: 1, milliseconds }),
    addBlockedAddress: (address) => addAttempts(networkOf(address), 1),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Counts of the last 24 hours. */
export interface RequestCounts {
  count(kind: CounterKind, name?: string): number;
  milliseconds(kind: CounterKind, name: string): number;
  /** Returns the counts by name, highest first. */
  countsByName(kind: CounterKind): { name: string; count: number }[];
  /** Returns the latest minute with a count. */
  last(kind: CounterKind): Date | null;
}

interface Row extends Sum {
  kind: string;
  name: string;
  last: Date;
}

export async function readRequestCounts(pool: pg.Pool): Promise<RequestCounts> {
  const { rows } = await pool.query<Row>(`
    SELECT what AS kind, which AS name, sum(count)::float8 AS count, sum(milliseconds) AS milliseconds,
      max(minute) AS last
    FROM api.tally WHERE minute > now() - interval '24 hours' GROUP BY what, which ORDER BY count DESC, which`);
  const countsOf = (kind: CounterKind, name?: string) =>
    rows.filter((row) => row.kind === kind && (name === undefined || row.name === name));
  return {
    count: (kind, name) => countsOf(kind, name).reduce((all, { count }) => all + count, 0),
    milliseconds: (kind, name) =>
      countsOf(kind, name).reduce((all, { milliseconds }) => all + milliseconds, 0),
    countsByName: (kind) => countsOf(kind).map(({ name, count }) => ({ name, count })),
    last: (kind) =>
      countsOf(kind)
        .map(({ last }) => last)
        .sort((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
}
