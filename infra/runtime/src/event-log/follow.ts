import { pause } from '../process/pause.ts';
import { type Progress, trackProgress } from '../process/progress.ts';

/** A subscription of the event store's client: an event stream that can be ended. */
export interface Subscription<Item> {
  on(event: 'data', listener: (item: Item) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'end' | 'close' | 'caughtUp', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  unsubscribe(): Promise<void>;
  destroy(): unknown;
}

export interface FollowOptions<Item, Kept = Item> {
  /** Opens a subscription after the last handled item. */
  subscribe: () => Subscription<Item> | Promise<Subscription<Item>>;
  /** Returns the commit position of an item, for the progress of this process. */
  positionOf?: (item: Item) => bigint | undefined;
  /** Extracts the part of an item to keep; runs while the handler works on earlier items. */
  take?: (item: Item) => Kept;
  /** Handles everything that arrived since it last returned, oldest first. Never called concurrently. */
  handle: (items: Kept[]) => Promise<void>;
  /** Called on each break; the subscription is reopened after `delayMs`, which doubles up to 5 s. */
  onBreak: (error: unknown) => void;
  signal: AbortSignal;
  /** Maximum batch size. With `weigh`, the weight at which a batch is full; a single item may exceed it. */
  maxBatch: number;
  /** Weight of an item toward `maxBatch` (default: 1). */
  weigh?: (item: Item) => number;
  /**
   * Returns how long a batch may wait to fill up, in milliseconds (default: 0). Fuller batches reduce the cost per
   * item while there is a backlog. `lastBatchMs` is the duration of the last batch if more items were waiting at its
   * end, and otherwise 0, so that an idle follower never waits. Reaching the end of the log ends the wait.
   */
  linger?: (lastBatchMs: number) => number;
  /** A subscription silent for this long is presumed dead and reopened. */
  silenceMs?: number;
  delayMs?: number;
}

/** Not a failure: an idle log is silent as well, and only a new subscription shows whether the old one was dead. */
export class SilentSubscriptionError extends Error {
  readonly code = 'SUBSCRIPTION_SILENT';
  constructor(ms: number) {
    super(`The subscription was silent for ${ms} ms`);
  }
}

const MAX_DELAY_MS = 5_000;

/**
 * Follows a log until `signal` aborts: batches items that arrive while the handler works, and reopens the
 * subscription when it breaks or falls silent, which the client does not do. A failing handler breaks the
 * subscription as well, so that nothing is skipped: the subscription delivers unhandled items again.
 */
export async function follow<Item, Kept = Item>(options: FollowOptions<Item, Kept>): Promise<void> {
  const { signal, delayMs = 250 } = options;
  const progress = trackProgress();
  let delay = delayMs;
  const handle = async (items: Kept[]) => {
    await options.handle(items);
    delay = delayMs;
  };
  const onBreak = (error: unknown) => {
    if (signal.aborted) return;
    if (!(error instanceof SilentSubscriptionError)) progress.failed(error);
    options.onBreak(error);
  };
  try {
    while (!signal.aborted) {
      try {
        await followOnce({ ...options, handle }, progress);
        onBreak(new Error('The subscription was ended by the server'));
      } catch (error) {
        onBreak(error);
        if (error instanceof SilentSubscriptionError) continue;
      }
      if (signal.aborted) return;
      await pause(delay, signal);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
    }
  } finally {
    progress.end();
  }
}

async function followOnce<Item, Kept>(options: FollowOptions<Item, Kept>, progress: Progress): Promise<void> {
  const {
    subscribe,
    handle,
    signal,
    maxBatch,
    positionOf = () => undefined,
    take = (item: Item) => item as unknown as Kept, // callers with another type provide `take`
    weigh = () => 1,
    linger = () => 0,
    silenceMs = 60_000,
  } = options;
  const subscription = await subscribe();
  let pending: Kept[] = [];
  let weight = 0;
  let received: bigint | undefined;
  let lastBatchMs = 0;
  let failure: { error: unknown } | undefined;
  let hasEnded = signal.aborted;
  /** True when the subscription caught up after the last of `pending` had arrived. */
  let caughtUp = false;
  let isHandling = false;
  let wake = () => {};
  let stopLingering = () => {};
  const stop = () => {
    hasEnded = true;
    wake();
    stopLingering();
  };
  const fail = (error: unknown) => {
    failure ??= { error };
    stop();
  };
  signal.addEventListener('abort', stop);
  // The client reports some failures after its reader is gone, so this listener stays.
  subscription.on('error', fail);
  subscription.on('end', stop);
  subscription.on('close', stop);
  subscription.on('caughtUp', () => {
    caughtUp = pending.length > 0;
    if (!caughtUp && !isHandling) progress.followed();
    stopLingering();
  });
  // Uses listeners, because iterating over the subscription makes a replay several times slower.
  subscription.on('data', (item) => {
    if (hasEnded) {
      subscription.pause();
      return;
    }
    try {
      pending.push(take(item));
      received = positionOf(item) ?? received;
      weight += weigh(item);
    } catch (error) {
      fail(error);
      return;
    }
    wake();
    if (weight < maxBatch) return;
    stopLingering();
    subscription.pause();
  });
  try {
    while (!hasEnded || pending.length > 0) {
      if (pending.length === 0) {
        const isSilent = await waitFor((resolve) => (wake = resolve), silenceMs);
        if (isSilent && pending.length === 0) throw new SilentSubscriptionError(silenceMs);
        continue;
      }
      const lingerMs = linger(lastBatchMs);
      if (lingerMs > 0 && weight < maxBatch && !hasEnded && !caughtUp)
        await waitFor((resolve) => (stopLingering = resolve), lingerMs);
      if (signal.aborted) break;
      const batch = pending;
      pending = [];
      weight = 0;
      caughtUp = false;
      if (!hasEnded) subscription.resume();
      const startedAt = performance.now();
      const upTo = received;
      isHandling = true;
      progress.handling();
      await handle(batch);
      isHandling = false;
      progress.followed(upTo);
      lastBatchMs = pending.length > 0 ? performance.now() - startedAt : 0;
    }
    if (failure) throw failure.error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    subscription.unsubscribe().catch(() => undefined); // not awaited: on a subscription that was never opened, the promise never settles
    subscription.destroy();
  }
}

/** Resolves to true if the time runs out before `arm`'s callback is called. */
function waitFor(arm: (resolve: () => void) => void, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    arm(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
