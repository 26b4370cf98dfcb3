import type { RecordedEvent } from './recorded-event.ts';

const MAX_EVENTS = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Maximum number of dropped events that wait for removal from the array. */
const MAX_DROPPED = 4_096;
const MAX_DROPPED_BYTES = 4 * 1024 * 1024;

type Listener = (events: readonly RecordedEvent[]) => void;

/**
 * Keeps the most recent events of the log in memory, shared by all live readers. A reader keeps only its position;
 * one that falls behind the first event kept here continues from the database.
 */
export class RecentEvents {
  #events: RecordedEvent[] = [];
  #dropped = 0; // number of leading events that are no longer valid
  #bytes = 0;
  #droppedBytes = 0;
  #head: number;
  readonly #listeners = new Set<() => void>();
  readonly #watchers = new Map<string, Set<Listener>>();

  constructor(head: number) {
    this.#head = head;
  }

  /** Position of the last committed event; -1 in an empty log. */
  get head(): number {
    return this.#head;
  }

  /** Adds committed events. */
  publish(events: readonly RecordedEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    for (const event of copyEvents(events)) {
      this.#events.push(event);
      this.#bytes += event.encoded.length;
    }
    this.#head = last.position;
    this.#trim();
    for (const listener of [...this.#listeners]) listener();
    this.#notifyWatchers(events);
  }

  /** Restarts at `head` when this process may have missed commits. */
  restart(head: number): void {
    this.#events = [];
    this.#dropped = 0;
    this.#bytes = 0;
    this.#droppedBytes = 0;
    this.#head = head;
    for (const listener of [...this.#listeners]) listener();
    for (const watchers of this.#watchers.values()) for (const watcher of watchers) watcher([]);
  }

  /** Returns up to `limit` events from `position`; undefined if they are not in memory. */
  from(position: number, limit: number): readonly RecordedEvent[] | undefined {
    const first = this.#head + 1 - (this.#events.length - this.#dropped);
    if (position < first) return undefined;
    const start = this.#dropped + position - first;
    return this.#events.slice(start, start + limit);
  }

  /** Calls `listener` after each commit until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `watcher` with each commit's events of one stream, or without events if some may have been missed. */
  watch(stream: string, watcher: Listener): () => void {
    const watchers = this.#watchers.get(stream) ?? new Set();
    this.#watchers.set(stream, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(stream);
    };
  }

  #notifyWatchers(events: readonly RecordedEvent[]): void {
    if (this.#watchers.size === 0) return;
    const byStream = new Map<string, RecordedEvent[]>();
    for (const event of events) {
      if (!this.#watchers.has(event.stream)) continue;
      const group = byStream.get(event.stream);
      if (group === undefined) byStream.set(event.stream, [event]);
      else group.push(event);
    }
    for (const [stream, group] of byStream) {
      for (const watcher of [...(this.#watchers.get(stream) ?? [])]) watcher(group);
    }
  }

  #trim(): void {
    while (this.#events.length - this.#dropped > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      const oldest = this.#events[this.#dropped];
      if (oldest === undefined) break;
      this.#bytes -= oldest.encoded.length;
      this.#droppedBytes += oldest.encoded.length;
      this.#dropped++;
    }
    if (this.#dropped > MAX_DROPPED || this.#droppedBytes > MAX_DROPPED_BYTES) {
      this.#events = this.#events.slice(this.#dropped);
      this.#dropped = 0;
      this.#droppedBytes = 0;
    }
  }
}

/**
 * Copies events into one block of memory, without their other fields. Small buffers are views of Node's 64 KB pools,
 * and a pool stays in memory as long as any view of it.
 */
function copyEvents(events: readonly RecordedEvent[]): RecordedEvent[] {
  const block = Buffer.allocUnsafeSlow(events.reduce((sum, { encoded }) => sum + encoded.length, 0));
  let end = 0;
  return events.map(({ position, stream, revision, type, encoded }) => {
    const start = end;
    end += encoded.copy(block, start);
    return { position, stream, revision, type, encoded: block.subarray(start, end) };
  });
}
