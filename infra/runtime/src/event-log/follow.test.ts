import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type FollowOptions, follow, SilentSubscriptionError, type Subscription } from './follow.ts';

/** An in-memory log of numbers with subscriptions like the client's: object streams. */
class NumberLog {
  readonly #length: number;
  readonly opened: { after: number; stream: PassThrough }[] = [];
  constructor(length: number) {
    this.#length = length;
  }
  subscribe(after: number): Subscription<number> {
    const stream = new PassThrough({ objectMode: true });
    this.opened.push({ after, stream });
    for (let n = after + 1; n <= this.#length; n++) stream.write(n);
    return Object.assign(stream, { unsubscribe: async () => void stream.end() });
  }
}

/** Follows until `last` is handled; the handler's progress is the position. */
async function followUntil(
  last: number,
  log: NumberLog,
  options: Partial<FollowOptions<number>> & { onBatch?: (batch: number[]) => unknown } = {},
) {
  const stop = new AbortController();
  const handled: number[] = [];
  const batches: number[][] = [];
  const breaks: unknown[] = [];
  await follow<number>({
    subscribe: () => log.subscribe(handled.at(-1) ?? 0),
    handle: async (batch) => {
      await options.onBatch?.(batch);
      batches.push(batch);
      handled.push(...batch);
      if (handled.at(-1) === last) stop.abort();
    },
    onBreak: (error) => breaks.push(error),
    signal: stop.signal,
    maxBatch: 10,
    delayMs: 1,
    ...options,
  });
  return { handled, batches, breaks };
}

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

test('handles every item once and in order, in batches up to the limit', async () => {
  const { handled, batches } = await followUntil(95, new NumberLog(95));
  expect(handled).toEqual(upTo(95));
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(10);
});

test('redelivers the items that a failing handler did not handle', async () => {
  let failures = 2;
  const { handled, breaks } = await followUntil(95, new NumberLog(95), {
    onBatch: (batch) => {
      if (batch.includes(42) && failures-- > 0) throw new Error('not now');
    },
  });
  expect(handled).toEqual(upTo(95));
  expect(breaks.map(String)).toEqual(['Error: not now', 'Error: not now']);
});

test('recovers when a handler fails while more than a batch is waiting', async () => {
  let failed = false;
  const { handled } = await followUntil(500, new NumberLog(500), {
    maxBatch: 1,
    onBatch: () => {
      if (failed) return;
      failed = true;
      throw new Error('not now');
    },
  });
  expect(handled).toEqual(upTo(500));
});

test('reopens a subscription that cannot be opened, breaks or ends after the last handled item', async () => {
  const log = new NumberLog(30);
  const handled: number[] = [];
  let attempts = 0;
  const { breaks } = await followUntil(30, log, {
    onBatch: (batch) => handled.push(...batch),
    subscribe: () => {
      attempts++;
      if (attempts === 1) throw new Error('unavailable');
      const subscription = (attempts === 2 ? new NumberLog(10) : log).subscribe(handled.at(-1) ?? 0);
      if (attempts === 2) void subscription.unsubscribe();
      if (attempts === 3) log.opened.at(-1)?.stream.destroy(new Error('reset'));
      return subscription;
    },
  });
  expect(handled).toEqual(upTo(30));
  expect(breaks.map(String)).toEqual([
    'Error: unavailable',
    'Error: The subscription was ended by the server',
    'Error: reset',
  ]);
});

test('reopens a silent subscription and reports it as silent, not failed', async () => {
  const stop = new AbortController();
  const log = new NumberLog(0);
  const breaks: unknown[] = [];
  await follow<number>({
    subscribe: () => log.subscribe(0),
    handle: async () => undefined,
    onBreak: (error) => {
      breaks.push(error);
      if (breaks.length === 3) stop.abort();
    },
    signal: stop.signal,
    maxBatch: 10,
    silenceMs: 5,
  });
  expect(breaks.every((error) => error instanceof SilentSubscriptionError)).toBe(true);
});

test('puts an item that exceeds the limit into a separate batch', async () => {
  const { batches } = await followUntil(9, new NumberLog(9), { weigh: (n) => (n === 5 ? 100 : 5) });
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(2);
    if (batch.includes(5)) expect(batch.at(-1)).toBe(5);
  }
});

test('breaks the subscription at an item that `take` rejects, after handling those before it', async () => {
  let failures = 2;
  const { handled, breaks } = await followUntil(95, new NumberLog(95), {
    take: (number) => {
      if (number === 42 && failures-- > 0) throw new Error('unreadable');
      return number;
    },
  });
  expect(handled).toEqual(upTo(95));
  expect(breaks.map(String)).toEqual(['Error: unreadable', 'Error: unreadable']);
});

test('holds at most one batch while the handler is slow', async () => {
  let waiting = 0;
  let most = 0;
  await followUntil(500, new NumberLog(500), {
    take: (number) => {
      most = Math.max(most, ++waiting);
      return number;
    },
    onBatch: async (batch) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      waiting -= batch.length;
    },
  });
  expect(most).toBeLessThanOrEqual(20); // one batch being handled and one waiting
});

test('stops lingering once the subscription has caught up', async () => {
  const log = new NumberLog(95);
  const take = (number: number) => {
    if (number === 95) log.opened[0]?.stream.emit('caughtUp');
    return number;
  };
  const { batches } = await followUntil(95, log, { linger: () => 60_000, maxBatch: 1_000, take });
  expect(batches).toEqual([upTo(95)]);
});

test('lets a batch fill while it lingers', async () => {
  const { batches } = await followUntil(95, new NumberLog(95), { linger: () => 60_000, maxBatch: 19 });
  expect(batches.map((batch) => batch.length)).toEqual([19, 19, 19, 19, 19]);
});

test('reports the duration of a batch only if more items wait at its end', async () => {
  const durations: number[] = [];
  const stop = new AbortController();
  const log = new NumberLog(0);
  const deliver = (n: number) => log.opened[0]?.stream.write(n);
  const following = follow<number>({
    subscribe: () => log.subscribe(0),
    linger: (lastBatchMs) => {
      durations.push(lastBatchMs);
      return 0;
    },
    handle: async ([first]) => {
      if (first === 1) deliver(2);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (first === 2) setTimeout(deliver, 20, 3);
      if (first === 3) stop.abort();
    },
    onBreak: () => undefined,
    signal: stop.signal,
    maxBatch: 10,
  });
  await new Promise(setImmediate);
  deliver(1);
  await following;
  expect(durations).toEqual([0, expect.toSatisfy((ms) => ms >= 15), 0]);
});

test('ends on abort while no item arrives', async () => {
  const stop = new AbortController();
  const log = new NumberLog(0);
  const ended = follow<number>({
    subscribe: () => log.subscribe(0),
    handle: async () => undefined,
    onBreak: () => undefined,
    signal: stop.signal,
    maxBatch: 1,
  });
  stop.abort();
  await ended;
  expect(log.opened.every(({ stream }) => stream.destroyed)).toBe(true);
});
