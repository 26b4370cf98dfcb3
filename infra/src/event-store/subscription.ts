import { randomUUID } from 'node:crypto';
import type { CallStream } from './call-stream.ts';
import { streamDeleted } from './errors.ts';
import type { Filter, ReadRequest } from './read-request.ts';
import type { LogEntry, Reader } from './reader.ts';
import type { RecentEvents } from './recent-events.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { CAUGHT_UP, encodeCheckpoint, encodeConfirmation, FELL_BEHIND } from './responses.ts';

const LIVE_BATCH = 512;
const MAX_WAITING_EVENTS = 512;
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Sends events after the requested position until the client leaves, at the client's pace: from the database while
 * the client is behind, otherwise from memory.
 */
export async function subscribe(
  request: ReadRequest,
  reader: Reader,
  recent: RecentEvents,
  call: CallStream,
): Promise<void> {
  await (request.stream === undefined
    ? subscribeToAll(request, reader, recent, call)
    : subscribeToStream(request.stream, request, reader, recent, call));
}

async function subscribeToAll(
  request: ReadRequest,
  reader: Reader,
  recent: RecentEvents,
  call: CallStream,
): Promise<void> {
  let next = request.start === 'start' ? 0 : request.start === 'end' ? recent.head + 1 : after(request.start);
  const { filter } = request;
  const scan = new Scan(filter, call);
  /** The next page, prefetched while the previous one is being sent. */
  let ahead: Promise<LogEntry[]> | undefined;
  const changed = new Flag(call.signal);
  const stopListening = recent.onChange(() => changed.raise());
  try {
    await call.write(encodeConfirmation(randomUUID()));
    let live: boolean | undefined;
    while (!call.ended) {
      const inMemory = recent.from(next, LIVE_BATCH);
      if (inMemory === undefined && live) {
        live = false;
        await call.write(FELL_BEHIND);
      }
      const page = inMemory === undefined ? (ahead ?? reader.all(next, 'forwards', filter)) : undefined;
      ahead = undefined; // its empty result may be outdated by now
      const entries = inMemory?.map((event) => filteredEntry(filter, event)) ?? (await page) ?? [];
      if (entries.length > 0) {
        next = (entries.at(-1)?.position ?? next) + 1;
        if (inMemory === undefined) {
          ahead = reader.all(next, 'forwards', filter);
          ahead.catch(() => {}); // if it is still needed, the rejection surfaces where it is awaited
        }
        await scan.send(entries);
      } else if (inMemory !== undefined || next > recent.head) {
        if (!live) await call.write(CAUGHT_UP);
        live = true;
        if (next > recent.head) await changed.untilRaised();
      }
    }
  } finally {
    stopListening();
  }
}

async function subscribeToStream(
  stream: string,
  request: ReadRequest,
  reader: Reader,
  recent: RecentEvents,
  call: CallStream,
): Promise<void> {
  const changed = new Flag(call.signal);
  let queue: RecordedEvent[] = [];
  // Nothing is known about the stream until the database is read. That read includes everything published before it.
  let unread = true;
  const stopWatching = recent.watch(stream, (events) => {
    if (unread) return;
    if (events.length === 0 || queue.length + events.length > MAX_WAITING_EVENTS) {
      queue = [];
      unread = true;
    } else queue.push(...events);
    changed.raise();
  });
  try {
    let next = request.start === 'start' ? 0 : after(request.start === 'end' ? -1 : request.start);
    if (request.start === 'end') next = (await reader.stream(stream, LAST, 'backwards', 1)).head + 1;
    await call.write(encodeConfirmation(randomUUID()));
    let live: boolean | undefined;
    while (!call.ended) {
      if (unread) {
        if (live) await call.write(FELL_BEHIND);
        live = live === undefined ? undefined : false;
        unread = false;
        const page = await reader.stream(stream, next, 'forwards');
        if (page.state === 'deleted') throw streamDeleted(stream);
        await call.writeAll(page.events.map(({ encoded }) => encoded));
        if (page.next === undefined) next = Math.max(next, page.head + 1);
        else {
          next = page.next;
          queue = [];
          unread = true;
        }
      } else if (queue.length > 0) {
        for (const event of queue.splice(0)) {
          if (event.revision === undefined) throw streamDeleted(stream);
          if (event.revision < next) continue;
          await call.write(event.encoded);
          next = event.revision + 1;
        }
      } else {
        if (!live) await call.write(CAUGHT_UP);
        live = true;
        if (queue.length === 0 && !unread) await changed.untilRaised();
      }
    }
  } finally {
    stopWatching();
  }
}

/** Sends events that pass the filter, and a checkpoint after a number of scanned events. */
class Scan {
  readonly #filter: Filter | undefined;
  readonly #call: CallStream;
  #sinceCheckpoint = 0;

  constructor(filter: Filter | undefined, call: CallStream) {
    this.#filter = filter;
    this.#call = call;
  }

  async send(entries: readonly LogEntry[]): Promise<void> {
    await this.#call.writeAll(this.#messages(entries));
  }

  *#messages(entries: readonly LogEntry[]): Generator<Buffer> {
    for (const { position, encoded } of entries) {
      if (encoded !== undefined) yield encoded;
      if (this.#filter !== undefined && ++this.#sinceCheckpoint === this.#filter.checkpointInterval) {
        this.#sinceCheckpoint = 0;
        yield encodeCheckpoint(position);
      }
    }
  }
}

const filteredEntry = (filter: Filter | undefined, event: RecordedEvent): LogEntry =>
  filter === undefined || filter.matches(event) ? event : { position: event.position, encoded: undefined };

/** A flag that can be raised before it is awaited. Aborting `signal` raises it, too. */
class Flag {
  #up = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.raise(), { once: true });
  }

  raise(): void {
    this.#up = true;
    this.#wake?.();
  }

  async untilRaised(): Promise<void> {
    if (!this.#up) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#up = false;
    this.#wake = undefined;
  }
}

function after(start: number): number {
  return Math.min(start, LAST - 1) + 1;
}
