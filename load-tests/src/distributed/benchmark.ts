import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { nextMessage, startChild, stopChildren } from '../children.ts';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';
import { freePort } from '../product.ts';
import type { Urls } from '../projections/processes.ts';
import { until } from '../until.ts';
import { DATASET, Log } from './log.ts';

const CANDIDATES = Number(process.env.DISTRIBUTED_CANDIDATES ?? 1_000_000);
const ROUNDS = 5;
/** Maximum ratio of the median run time with Kafka to the one without. */
const GOAL_VS_DIRECT = 1.3;
const WAIT_OPTIONS = { pollMs: 5, timeoutMs: 240_000 };

const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const ENGINE = new URL('../../../scoring-engine/src/main.ts', import.meta.url);
const KAFKA = fileURLToPath(new URL('../../../infra/src/kafka/main.ts', import.meta.url));

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
 * Measures bulk rescoring of one dataset: with one engine without Kafka, with one and with two engines on Kafka,
 * then once more without Kafka. Fails unless all runs produce the same checksum and every engine scores a share.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-distributed-'));
  const services = startChild(SERVICES);
  const urls = await nextMessage<Urls>(services);
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
    await stopChildren(services);
    await rm(dataDir, { recursive: true, force: true });
  }
}

class Bench {
  readonly #urls: Urls;
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #progress: (line: string) => void;
  readonly #checksums = new Set<string>();
  #runCount = 0;

  constructor(urls: Urls, pool: pg.Pool, log: Log, progress: (line: string) => void) {
    this.#urls = urls;
    this.#pool = pool;
    this.#log = log;
    this.#progress = progress;
  }

  async figures(KAFKA_BROKERS: string): Promise<Figure[]> {
    const before = await this.#withEngine({}, () => this.#rounds('direct', 0));
    const [oneEngine, twoEngines] = await this.#withEngine({ KAFKA_BROKERS }, async () => {
      const oneEngineRounds = await this.#rounds('one engine', 1);
      return [
        oneEngineRounds,
        await this.#withEngine({ KAFKA_BROKERS }, () => this.#rounds('two engines', 2)),
      ];
    });
    const after = await this.#withEngine({}, () => this.#rounds('direct', 0));
    if (this.#checksums.size !== 1) throw new Error(`Different scores: ${[...this.#checksums].join(', ')}`);
    const direct = [...before, ...after];
    const name = `rescore_${CANDIDATES >= 1_000_000 ? `${CANDIDATES / 1_000_000}m` : CANDIDATES}`;
    return [
      compare('kafka_vs_direct', oneEngine, direct, GOAL_VS_DIRECT),
      compare(`${name}_two_engines_vs_one`, twoEngines, oneEngine),
    ];
  }

  async #withEngine<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
    const { databaseUrl, eventStoreUrl } = this.#urls;
    const engine = startChild(
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
      await nextMessage(engine);
      return await work();
    } finally {
      await stopChildren(engine);
    }
  }

  /** Waits until all engines have joined, then returns the duration of each run in milliseconds. */
  async #rounds(title: string, engines: number): Promise<number[]> {
    // The first engine publishes the scoring model at startup, which triggers a run.
    await until('the first scores are written', WAIT_OPTIONS, async () => {
      const { rows } = await this.#pool.query(`SELECT FROM scoring.run WHERE state = 'completed'`);
      return rows.length > 0;
    });
    await until('the engines have joined', WAIT_OPTIONS, async () => {
      const { shares } = await this.#run();
      return Object.keys(shares ?? {}).length === engines;
    });
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { rescored, shares } = await this.#run();
      if (rescored?.count !== CANDIDATES) throw new Error(`Only ${rescored?.count} candidates were scored`);
      rounds.push(rescored.milliseconds);
      this.#checksums.add(rescored.checksum);
      this.#progress(`${title}: ${rescored.milliseconds} ms ${JSON.stringify(Object.values(shares ?? {}))}`);
    }
    return rounds;
  }

  async #run(): Promise<Run> {
    const id = `run-${++this.#runCount}`;
    await this.#log.rescore(id);
    return await until(`${id} is over`, WAIT_OPTIONS, async () => {
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

function compare(id: string, values: readonly number[], baseline: readonly number[], goal?: number): Figure {
  const baselineMedian = median(baseline);
  const ratio = median(values) / baselineMedian;
  return {
    id,
    value: median(values),
    unit: 'ms',
    against: baselineMedian,
    ratio,
    ...(goal !== undefined && { goal, met: ratio <= goal }),
    spread: [Math.min(...values) / baselineMedian, Math.max(...values) / baselineMedian],
  };
}

/** Starts a Kafka broker the way `npm run kafka` does. */
async function startKafka(dataDir: string): Promise<{ child: ChildProcess; brokers: string }> {
  const child = spawn(process.execPath, [KAFKA], {
    env: { ...process.env, DATA_DIR: dataDir, KAFKA_PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const brokers = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Kafka exited with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, brokers] = /^ready KAFKA_BROKERS=(.*)$/.exec(line) ?? [];
      if (brokers) resolve(brokers);
    });
  });
  return { child, brokers };
}
