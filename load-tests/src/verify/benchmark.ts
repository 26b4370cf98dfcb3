import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ask, nextMessage, startChild, stopChildren } from '../children.ts';
import type { Task } from '../event-store/load.ts';
import { type BenchmarkResult, comparison, inTurns, median } from '../figures.ts';
import { until } from '../until.ts';
import { writeClassifications } from './write-classifications.ts';

const ROUNDS = 5;
const EVENTS = Number(process.env.VERIFY_EVENTS ?? 1_000_000);
const GOAL_SECONDS = 30;

const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const ANCHOR = new URL('../../../infra/src/anchor/main.ts', import.meta.url);
const LOAD = new URL('../event-store/load.ts', import.meta.url);
const LANDLINE = fileURLToPath(new URL('../../../infra/src/cli/landline.ts', import.meta.url));

interface VerifyReport {
  readonly events: number;
  readonly anchored: number;
  readonly seconds: number;
  readonly mismatch: unknown;
}

/** Compares `events verify` on a log of a million events with a client that only reads the same log. */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const processes: ChildProcess[] = [];
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-verify-'));
  try {
    const services = startChild(SERVICES);
    processes.unshift(services);
    const urls = await nextMessage<{ eventStoreUrl: string; databaseUrl: string }>(services);
    const file = { ...urls, apiUrl: 'http://127.0.0.1', publicUrl: 'http://127.0.0.1' };
    await writeFile(path.join(dataDir, 'services.json'), JSON.stringify(file));
    await writeClassifications(urls.eventStoreUrl, EVENTS);
    progress(`${EVENTS} events written`);

    const startedAt = performance.now();
    const anchor = startChild(ANCHOR, {
      EVENTSTORE_URL: urls.eventStoreUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    });
    processes.unshift(anchor);
    await until(
      'every event is anchored',
      { pollMs: 50, timeoutMs: 300_000 },
      async () => (await anchoredIn(dataDir)) > EVENTS,
    );
    progress(`anchored in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    await stopChildren(anchor);

    const loader = startChild(LOAD);
    processes.unshift(loader);
    const read = async () => {
      const task: Task = { kind: 'read-all', url: urls.eventStoreUrl, count: EVENTS };
      return (await ask<{ perSecond: number }>(loader, task)).perSecond;
    };
    const seconds: number[] = [];
    const rounds = await inTurns(
      ROUNDS,
      async () => {
        const verified = await verify(dataDir);
        seconds.push(verified.seconds);
        return verified.events / verified.seconds;
      },
      read,
    );
    const asReader = await verify(dataDir, '--as-reader');
    progress(`plain read through the client: ${asReader.seconds.toFixed(1)} s`);
    const value = median(seconds);
    return {
      name: 'verify',
      figures: [
        {
          id: 'verify_1m_s',
          value,
          unit: 's',
          goal: GOAL_SECONDS,
          met: value <= GOAL_SECONDS,
          spread: [Math.min(...seconds), Math.max(...seconds)],
        },
        comparison('verify_vs_reading', 'events/s', rounds, 1),
      ],
    };
  } finally {
    await stopChildren(...processes);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function anchoredIn(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, 'anchor-head.json'), 'utf8').catch(() => '{"size":0}');
  return (JSON.parse(text) as { size: number }).size;
}

async function verify(dataDir: string, ...options: string[]): Promise<VerifyReport> {
  const args = [LANDLINE, 'events', 'verify', '--json', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const verified = JSON.parse(stdout) as VerifyReport;
  if (verified.mismatch !== null || verified.anchored <= EVENTS) throw new Error(stdout);
  return verified;
}
