import type { ChildProcess } from 'node:child_process';
import { ask, ended, message, started } from '../children.ts';
import { type BenchmarkResult, comparison, type Figure, inTurns } from '../figures.ts';
import type { Task } from './load.ts';

/** Many short rounds: what else the machine does moves a single one by half, and their median little. */
const ROUNDS = 21;
const READ_COUNT = 20_000;
/** Appends in one measurement, by how many are in flight: less than a second's worth each. */
const APPENDS: Readonly<Record<number, number>> = { 1: 500, 64: 4_096, 512: 8_192 };

/** The services as they run in production, each in a process of its own; started by path, like any other program. */
const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const MEMORY_SERVER = new URL('./memory-server.ts', import.meta.url);
const LOAD = new URL('./load.ts', import.meta.url);

interface ServiceUrls {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/**
 * Durable appends and `$all` catch-up against the same client on a server that only remembers, and against Emmett's
 * store on the same PostgreSQL. What is compared runs in turns, in the same processes, from the same load process.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const processes: ChildProcess[] = [];
  const start = async <Hello>(module: URL): Promise<[ChildProcess, Hello]> => {
    const child = started(module);
    processes.push(child);
    return [child, await message<Hello>(child)];
  };
  try {
    const [[, services], [, memory]] = await Promise.all([
      start<ServiceUrls>(SERVICES),
      start<{ url: string }>(MEMORY_SERVER),
    ]);
    const loader = started(LOAD);
    processes.push(loader);
    const measure = async (task: Task) => (await ask<{ perSecond: number }>(loader, task)).perSecond;
    const ours = services.eventStoreUrl;

    const figures: Figure[] = [];
    const compare = async (id: string, goal: number, value: Task, against: Task) => {
      await measure(value); // both warm
      await measure(against);
      const rounds = await inTurns(
        ROUNDS,
        () => measure(value),
        () => measure(against),
      );
      const figure = comparison(id, value.kind === 'read-all' ? 'events/s' : 'appends/s', rounds, goal);
      figures.push(figure);
      progress(
        `${id}: ${figure.ratio?.toFixed(3)} (${rounds.map((r) => (r.value / r.against).toFixed(2)).join(' ')})`,
      );
    };
    const append = (url: string, inFlight: number, kind: 'append' | 'emmett-append' = 'append'): Task => ({
      kind,
      url,
      inFlight,
      count: APPENDS[inFlight] ?? inFlight,
    });
    await compare('append_1_vs_memory', 0.3, append(ours, 1), append(memory.url, 1));
    await compare('append_64_vs_memory', 0.7, append(ours, 64), append(memory.url, 64));
    await compare('append_512_vs_memory', 0.9, append(ours, 512), append(memory.url, 512));
    await compare(
      'read_all_vs_memory',
      0.85,
      { kind: 'read-all', url: ours, count: READ_COUNT },
      { kind: 'read-all', url: memory.url, count: READ_COUNT },
    );
    await compare(
      'append_64_vs_emmett',
      2.5,
      append(ours, 64),
      append(services.databaseUrl, 64, 'emmett-append'),
    );
    return { name: 'event-store', figures };
  } finally {
    await ended(...processes);
  }
}
