import type pg from 'pg';
import type { Logger } from 'pino';
import { findOccurrences, insertEvents, loadHeads, NO_STREAM, type Occurrence } from './event-table.ts';
import type { RecentEvents } from './recent-events.ts';
import { StreamHeads } from './stream-heads.ts';
import { metastreamOf } from './stream-metadata.ts';
import { completeWrite, type Write } from './write.ts';
import { needsLookup, WriteGroup } from './write-group.ts';
import { isConnectionLoss, reconnectAsWriter } from './writer-connection.ts';

const MAX_GROUP_WRITES = 4_096;
const MAX_GROUP_BYTES = 16 * 1024 * 1024;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const DEADLINE_CHECK_MS = 50;
const CLOSING = 'The event store is shutting down';

/**
 * The single writer of the log. Decides all waiting writes in order, commits them in one transaction and then
 * completes each. If the database fails, writes wait; afterwards, the writer recognizes writes of an interrupted
 * transaction by their event ids, so that each happens once.
 */
export class Writer {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  readonly #recent: RecentEvents;
  readonly #heads = new StreamHeads();
  readonly #closing = new AbortController();
  readonly #deadlines: NodeJS.Timeout;
  #client: pg.Client | undefined;
  #waiting: Write[] = [];
  #waitingBytes = 0;
  #committing: readonly Write[] = [];
  #running: Promise<void> | undefined;
  #roomListeners: (() => void)[] = [];

  constructor(client: pg.Client, databaseUrl: string, recent: RecentEvents, log: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#recent = recent;
    this.#log = log;
    this.#use(client);
    this.#deadlines = setInterval(() => this.#checkDeadlines(), DEADLINE_CHECK_MS).unref();
  }

  /** True when callers should hold back until `room()`. */
  get full(): boolean {
    return this.#waitingBytes > MAX_WAITING_BYTES;
  }

  async room(): Promise<void> {
    while (this.full) await new Promise<void>((resolve) => this.#roomListeners.push(resolve));
  }

  submit(write: Write): void {
    if (this.#closing.signal.aborted) {
      completeWrite(write, { kind: 'failed', reason: CLOSING });
      return;
    }
    this.#waiting.push(write);
    this.#waitingBytes += write.size;
    this.#running ??= this.#run();
  }

  /** Finishes the current transaction and completes the remaining writes. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#deadlines);
    await this.#running;
    await this.#client?.end();
  }

  async #run(): Promise<void> {
    // Requests that arrive in the same turn of the event loop form one group.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0 && !this.#closing.signal.aborted) {
      const group = this.#take();
      this.#committing = group;
      await this.#commit(group);
      this.#committing = [];
      this.#heads.trim();
    }
    this.#running = undefined;
    for (const write of this.#waiting.splice(0)) completeWrite(write, { kind: 'failed', reason: CLOSING });
  }

  #take(): Write[] {
    let bytes = 0;
    let count = 0;
    for (const write of this.#waiting) {
      if (count === MAX_GROUP_WRITES || bytes > MAX_GROUP_BYTES) break;
      bytes += write.size;
      count++;
    }
    const group = this.#waiting.splice(0, count);
    this.#waitingBytes -= bytes;
    for (const resolve of this.#roomListeners.splice(0)) resolve();
    return group.filter((write) => !write.settled);
  }

  async #commit(writes: readonly Write[]): Promise<void> {
    for (;;) {
      const group = writes.filter((write) => !write.settled);
      if (group.length === 0) return;
      let client: pg.Client;
      try {
        client = await this.#connected();
      } catch (error) {
        for (const write of group) completeWrite(write, { kind: 'failed', reason: String(error) });
        return;
      }
      try {
        await this.#attempt(client, group);
        return;
      } catch (error) {
        this.#heads.clear();
        if (isConnectionLoss(error)) {
          for (const write of group) write.uncertain = true;
          this.#drop(client);
        } else if (group.length > 1) {
          // One write caused the failure: commit each separately, so that only that one fails.
          for (const write of group) await this.#commit([write]);
          return;
        } else {
          this.#log.error(
            { event: 'eventstore.write_failed', err: error },
            'PostgreSQL rejected a write; the client gets the error',
          );
          for (const write of group) completeWrite(write, { kind: 'failed', reason: String(error) });
          return;
        }
      }
    }
  }

  async #attempt(client: pg.Client, writes: readonly Write[]): Promise<void> {
    await this.#loadHeads(client, writes);
    const occurrences = await this.#lookUpIds(client, writes);
    const group = new WriteGroup(this.#heads, occurrences, this.#recent.head + 1);
    for (const write of writes) group.add(write);
    if (group.rows.length > 0) await insertEvents(client, group.rows);

    for (const { write, outcome } of group.outcomes) completeWrite(write, outcome);
    this.#recent.publish(group.rows);
    if (group.deferred.length > 0) {
      this.#waiting.unshift(...group.deferred);
      for (const write of group.deferred) this.#waitingBytes += write.size;
    }
  }

  async #loadHeads(client: pg.Client, writes: readonly Write[]): Promise<void> {
    const missing = this.#heads.missing(writes.map((write) => write.stream));
    if (missing.size === 0) return;
    const heads = await loadHeads(client, [...missing]);
    for (const stream of missing) this.#heads.set(stream, heads.get(stream) ?? NO_STREAM);
  }

  async #lookUpIds(
    client: pg.Client,
    writes: readonly Write[],
  ): Promise<ReadonlyMap<string, readonly Occurrence[]>> {
    const pairs = writes
      .filter((write) => needsLookup(write, this.#heads))
      .flatMap(({ kind, stream, events }) =>
        events.map(({ id }) => ({ stream: kind === 'delete' ? metastreamOf(stream) : stream, id })),
      );
    return pairs.length === 0 ? new Map() : await findOccurrences(client, pairs);
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const { client, head } = await reconnectAsWriter(this.#databaseUrl, this.#log, this.#closing.signal);
    this.#heads.clear();
    this.#recent.restart(head);
    this.#use(client);
    this.#log.info({ event: 'eventstore.database_reconnected' }, 'Reconnected to the database');
    return client;
  }

  #use(client: pg.Client): void {
    this.#client = client;
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined;
    });
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined;
    client.end().catch(() => {}); // the connection is already lost
  }

  #checkDeadlines(): void {
    const now = Date.now();
    for (const writes of [this.#committing, this.#waiting]) {
      for (const write of writes) if (write.deadline <= now) completeWrite(write, { kind: 'timed_out' });
    }
  }
}
