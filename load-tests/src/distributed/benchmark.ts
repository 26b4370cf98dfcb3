import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ended, message, started } from '../children.ts';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';
import { freePort } from '../product.ts';
import { until } from '../until.ts';
import { DATASET, Log } from './log.ts';

const CANDIDATES = Number(process.env.DISTRIBUTED_CANDIDATES ?? 1_000_000);
const ROUNDS = 5;
const GOAL_VS_DIRECT = 1.3;
const PATIENCE = { pollMs: 5, timeoutMs: 240_000 };

const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const ENGINE = new URL('../../../scoring-engine/src/main.ts', import.meta.url);
const KAFKA = fileURLToPath(new URL('../../../infra/src/kafka/main.ts', import.meta.url));

interface Urls {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

interface Run {
  readonly state: string;
  readonly shares: Readonly<Record<string, number>> | null;
  readonly rescored: {
    readonly milliseconds: number;
    readonly checksum: string;
    readonly count: number;
  } | null;
}

/**
 * Bulk runs over a dataset, by one engine without Kafka before and after, by one and by two with it. All have to come to the
 * same checksum, and both of two have to have had a part.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-distributed-'));
  const services = started(SERVICES);
  const urls = await message<Urls>(services);
  const kafka = await startKafka(dataDir);
  const log = new Log(urls.eventStoreUrl);
  const pool = new pg.Pool({ connectionString: urls.databaseUrl });
  try {
    await log.fill(CANDIDATES);
    progress(`${CANDIDATES} candidates in the log`);
    const bench = new Bench(urls, pool, log, progress);
    return { name: 'distributed', figures: await bench.figures(kafka.brokers) };
  } finally {
    await pool.end();
    await log.close();
    kafka.child.kill('SIGTERM');
    await ended(services);
    await rm(dataDir, { recursive: true, force: true });
  }
}

class Bench {
  readonly #urls: Urls;
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #progress: (line: string) => void;
  readonly #checksums = new Set<string>();
  #asked = 0;

  constructor(urls: Urls, pool: pg.Pool, log: Log, progress: (line: string) => void) {
    this.#urls = urls;
    this.#pool = pool;
    this.#log = log;
    this.#progress = progress;
  }

  async figures(KAFKA_BROKERS: string): Promise<Figure[]> {
    const before = await this.#withEngine({}, () => this.#rounds('direct', 0));
    const [one, two] = await this.#withEngine({ KAFKA_BROKERS }, async () => {
      const alone = await this.#rounds('one engine', 1);
      return [alone, await this.#withEngine({ KAFKA_BROKERS }, () => this.#rounds('two engines', 2))];
    });
    const after = await this.#withEngine({}, () => this.#rounds('direct', 0));
    if (this.#checksums.size !== 1) throw new Error(`Different scores: ${[...this.#checksums].join(', ')}`);
    const direct = [...before, ...after];
    const name = `rescore_${CANDIDATES >= 1_000_000 ? `${CANDIDATES / 1_000_000}m` : CANDIDATES}`;
    return [
      against('kafka_vs_direct', one, direct, GOAL_VS_DIRECT),
      against(`${name}_two_engines_vs_one`, two, one),
    ];
  }

  async #withEngine<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
    const { databaseUrl, eventStoreUrl } = this.#urls;
    const engine = started(
      ENGINE,
      {
        DATABASE_URL: databaseUrl,
        EVENTSTORE_URL: eventStoreUrl,
        LOG_LEVEL: 'error',
        ...env,
      },
      ['--max-semi-space-size=8'],
    );
    try {
      await message(engine);
      return await work();
    } finally {
      await ended(engine);
    }
  }

  /** The milliseconds that each run took, once as many engines as there are have a part in it. */
  async #rounds(title: string, engines: number): Promise<number[]> {
    // The first engine publishes the model, which asks for a run of its own.
    await until('the first scores', PATIENCE, async () => {
      const { rows } = await this.#pool.query(`SELECT FROM scoring.run WHERE state = 'completed'`);
      return rows.length > 0 ? true : undefined;
    });
    await until('the engines are there', PATIENCE, async () => {
      const { shares } = await this.#run();
      return Object.keys(shares ?? {}).length === engines ? true : undefined;
    });
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { rescored, shares } = await this.#run();
      if (rescored?.count !== CANDIDATES) throw new Error(`${rescored?.count} candidates were scored`);
      rounds.push(rescored.milliseconds);
      this.#checksums.add(rescored.checksum);
      this.#progress(`${title}: ${rescored.milliseconds} ms ${JSON.stringify(Object.values(shares ?? {}))}`);
    }
    return rounds;
  }

  async #run(): Promise<Run> {
    const id = `run-${++this.#asked}`;
    await this.#log.rescore(id);
    return await until(`${id} is over`, PATIENCE, async () => {
      const { rows } = await this.#pool.query<Run>(
        'SELECT state, shares, rescored FROM scoring.run WHERE run_id = $1 AND dataset_key = $2',
        [id, DATASET],
      );
      const [run] = rows;
      if (run?.state === 'failed') throw new Error(`${id} failed`);
      return run?.state === 'completed' ? run : undefined;
    });
  }
}

function against(id: string, values: readonly number[], others: readonly number[], goal?: number): Figure {
  const other = median(others);
  const ratio = median(values) / other;
  return {
    id,
    value: median(values),
    unit: 'ms',
    against: other,
    ratio,
    ...(goal !== undefined && { goal, met: ratio <= goal }),
    spread: [Math.min(...values) / other, Math.max(...values) / other],
  };
}

/** A real broker, as `npm run kafka` starts it. */
async function startKafka(dataDir: string): Promise<{ child: ChildProcess; brokers: string }> {
  const child = spawn(process.execPath, [KAFKA], {
    env: { ...process.env, DATA_DIR: dataDir, KAFKA_PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const brokers = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Kafka ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /^ready KAFKA_BROKERS=(.*)$/.exec(line) ?? [];
      if (found) resolve(found);
    });
  });
  return { child, brokers };
}
