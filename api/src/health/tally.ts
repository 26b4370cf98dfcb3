import type pg from 'pg';
import type { Logger } from 'pino';
import { networkOf } from '../identity/sign-in-limits.ts';
import type { Secrets } from '../secrets.ts';

const FLUSH_MS = 2_000;
const FORGET_MS = 10 * 60_000;
/** Of one flush, and of all that are kept: a flood fills no disk. */
const MOST_AT_ONCE = 1_000;
const MOST_ADDRESSES = 10_000;

/** What is counted of requests, under these names and what each is told apart by. */
export type Counted = 'request' | 'slow' | 'error' | 'rate_limit' | 'attack' | 'sign_in';

/**
 * Counts by the minute that survive a restart, for figures of the last 24 hours. Counting is an addition in memory; what was
 * counted is written every two seconds, so a process that is killed loses so much and no more.
 */
export interface Tally {
  add(what: Counted, which: string, milliseconds?: number): void;
  /** Somebody at that address was refused as an attacker: kept for 24 hours, as a digest and the network that it is in. */
  blocked(address: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const WRITE = `
  WITH relaxed AS (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO api.tally AS known (minute, what, which, count, milliseconds)
  SELECT date_trunc('minute', now()), added.* FROM relaxed,
    unnest($1::text[], $2::text[], $3::bigint[], $4::float8[]) AS added
  ON CONFLICT (minute, what, which)
    DO UPDATE SET count = known.count + excluded.count, milliseconds = known.milliseconds + excluded.milliseconds`;

const BLOCK = `
  INSERT INTO api.blocked_address AS known (hour, digest, network, attempts)
  SELECT date_trunc('hour', now()), * FROM unnest($1::bytea[], $2::text[], $3::bigint[])
  WHERE (SELECT count(*) FROM (SELECT FROM api.blocked_address LIMIT ${MOST_ADDRESSES}) AS kept) < ${MOST_ADDRESSES}
  ON CONFLICT (hour, digest) DO UPDATE SET attempts = known.attempts + excluded.attempts`;

const FORGET = [
  `DELETE FROM api.tally WHERE minute < now() - interval '25 hours'`,
  `DELETE FROM api.blocked_address WHERE hour < now() - interval '25 hours'`,
];

interface Sum {
  count: number;
  milliseconds: number;
}

export function createTally(pool: pg.Pool, secrets: Secrets, log: Logger): Tally {
  let sums = new Map<string, Sum>();
  let addresses = new Map<string, number>();
  let forgotten = 0;
  let writing: Promise<void> = Promise.resolve();

  function sum(key: string, count: number, milliseconds: number): void {
    const known = sums.get(key);
    if (!known) sums.set(key, { count, milliseconds });
    else {
      known.count += count;
      known.milliseconds += milliseconds;
    }
  }
  function block(address: string, attempts: number): void {
    const known = addresses.get(address);
    if (known !== undefined || addresses.size < MOST_AT_ONCE) addresses.set(address, (known ?? 0) + attempts);
  }

  async function writeSums(): Promise<void> {
    const taken = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)); // in one order: two processes never wait for each other
    sums = new Map();
    if (taken.length === 0) return;
    const names = taken.map(([key]) => key.split(' '));
    try {
      await pool.query(WRITE, [
        names.map(([what]) => what),
        names.map(([, which]) => which),
        taken.map(([, { count }]) => count),
        taken.map(([, { milliseconds }]) => milliseconds),
      ]);
    } catch (error) {
      for (const [key, { count, milliseconds }] of taken) sum(key, count, milliseconds);
      throw error;
    }
  }
  async function writeAddresses(): Promise<void> {
    const taken = [...addresses].sort(([a], [b]) => (a < b ? -1 : 1));
    addresses = new Map();
    if (taken.length === 0) return;
    try {
      await pool.query(BLOCK, [
        taken.map(([address]) => secrets.hmac('blocked address', address)),
        taken.map(([address]) => coarse(address)),
        taken.map(([, attempts]) => attempts),
      ]);
    } catch (error) {
      for (const [address, attempts] of taken) block(address, attempts);
      throw error;
    }
  }
  async function forget(): Promise<void> {
    if (Date.now() - forgotten < FORGET_MS) return;
    forgotten = Date.now();
    for (const statement of FORGET) await pool.query(statement);
  }

  const flush = () => {
    writing = writing
      .then(writeSums)
      .then(writeAddresses)
      .then(forget)
      .catch((error) => log.warn({ err: error }, 'Counts could not be written; they are kept'));
    return writing;
  };
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    add: (what, which, milliseconds = 0) => sum(`${what} ${which}`, 1, milliseconds),
    blocked: (address) => block(networkOf(address), 1),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** The network that an address is in: of an IPv4 address its first 24 bits, of an IPv6 address its first 48. */
export function coarse(network: string): string {
  const ipv4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(network);
  if (ipv4) return `${ipv4[1]}.0/24`;
  return `${network.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`;
}

/** What was counted in the last 24 hours. */
export interface Tallied {
  count(what: Counted, which?: string): number;
  milliseconds(what: Counted, which: string): number;
  /** By what they are told apart by, the most first. */
  listed(what: Counted): { name: string; count: number }[];
  /** The minute in which it was counted last. */
  last(what: Counted): Date | null;
}

interface Row extends Sum {
  what: string;
  which: string;
  last: Date;
}

export async function readTally(pool: pg.Pool): Promise<Tallied> {
  const { rows } = await pool.query<Row>(`
    SELECT what, which, sum(count)::float8 AS count, sum(milliseconds) AS milliseconds, max(minute) AS last
    FROM api.tally WHERE minute > now() - interval '24 hours' GROUP BY what, which ORDER BY count DESC, which`);
  const of = (what: Counted, which?: string) =>
    rows.filter((row) => row.what === what && (which === undefined || row.which === which));
  return {
    count: (what, which) => of(what, which).reduce((all, { count }) => all + count, 0),
    milliseconds: (what, which) => of(what, which).reduce((all, { milliseconds }) => all + milliseconds, 0),
    listed: (what) => of(what).map(({ which, count }) => ({ name: which, count })),
    last: (what) =>
      of(what)
        .map(({ last }) => last)
        .sort((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
}
