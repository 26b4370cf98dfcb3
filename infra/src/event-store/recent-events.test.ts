import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { RecentEvents } from './recent-events.ts';
import type { RecordedEvent } from './recorded-event.ts';

const EVENTS = 20_000;
const MEGABYTE = 1024 * 1024;

function eventOf(position: number, encoded: Buffer): RecordedEvent {
  return { position, stream: `note-${position}`, revision: 0, type: 'NoteAdded', encoded };
}

/** Returns the events that are still held. */
function keptEvents(recent: RecentEvents): readonly RecordedEvent[] {
  for (let position = 0; ; position++) {
    const events = recent.from(position, EVENTS);
    if (events !== undefined) return events;
  }
}

function memoryOf(events: readonly RecordedEvent[]): number {
  const blocks = new Set(events.map(({ encoded }) => encoded.buffer));
  return [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

test('keeps only the memory of its events, not of the buffers that they are views of', () => {
  const recent = new RecentEvents(-1);
  for (let position = 0; position < 100; position++) {
    const larger = Buffer.alloc(8_192, position);
    recent.publish([eventOf(position, larger.subarray(100, 1_100))]);
  }
  const kept = keptEvents(recent);
  expect(kept).toHaveLength(100);
  expect(kept[7]?.encoded).toEqual(Buffer.alloc(1_000, 7));
  expect(memoryOf(kept)).toBe(100 * 1_000);
});

test('keeps no other fields of the inserted rows', () => {
  const recent = new RecentEvents(-1);
  const row = { ...eventOf(0, Buffer.from('a')), id: Buffer.alloc(16) };
  recent.publish([row]);
  expect(keptEvents(recent)).toEqual([eventOf(0, Buffer.from('a'))]);
});

test('releases large events that it no longer serves', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const recent = new RecentEvents(-1);
  const published: WeakRef<RecordedEvent>[] = [];
  for (let position = 0; position < 100; position++) {
    recent.publish([eventOf(position, Buffer.alloc(MEGABYTE))]);
    for (const event of recent.from(position, 1) ?? []) published.push(new WeakRef(event));
  }
  expect(keptEvents(recent)).toHaveLength(32);
  // A weak reference keeps its target alive until the end of the current turn of the event loop.
  await setImmediate();
  collect();
  expect(published).toHaveLength(100);
  expect(published.filter((event) => event.deref() !== undefined).length).toBeLessThan(40);
});
