import type { ChildProcess } from 'node:child_process';
import { ask, nextMessage, startChild, stopChildren } from '../children.ts';
import { type BenchmarkResult, comparison, type Figure, inTurns } from '../figures.ts';
import type { Task } from './load.ts';

/**
 * Number of rounds. Many short rounds give a stable median, although other load on the machine can change a single
 * round by half.
 */
const ROUNDS = 21;
const READ_COUNT = 20_000;
/** Number of appends per measurement, by the number in flight; a measurement takes less than a second. */
const APPENDS: Readonly<Record<number, number>> = { 1: 500, 64: 4_096, 512: 8_192 };

/** The production services, each in its own process. */
const SERVICES = new URL('../../../infra/src/testing/services-main.ts', import.meta.url);
const MEMORY_SERVER = new URL('./memory-server.ts', import.meta.url);
const LOAD = new URL('./load.ts', import.meta.url);

interface ServiceUrls {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/**
 * Compares durable appends and `$all` catch-up with the same client on an in-memory server, and with
 * Emmett's store on the same PostgreSQL. Rounds are interleaved and use the same processes and the same
 * load process.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const processes: ChildProcess[] = [];
  const start = async <Message>(module: URL): Promise<[ChildProcess, Message]> => {
    const child = startChild(module);
    processes.push(child);
    return [child, await nextMessage<Message>(child)];
  };
  try {
    const [[, services], [, memory]] = await Promise.all([
      start<ServiceUrls>(SERVICES),
      start<{ url: string }>(MEMORY_SERVER),
    ]);
    const loader = startChild(LOAD);
    processes.push(loader);
    const measure = async (task: Task) => (await ask<{ perSecond: number }>(loader, task)).perSecond;
    const ours = services.eventStoreUrl;

    const figures: Figure[] = [];
    const compare = async (id: string, goal: number, value: Task, against: Task) => {
      await measure(value); // warm up both
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
    await stopChildren(...processes);
  }
}
