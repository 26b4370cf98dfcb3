import { pause } from './pause.ts';

/** A subscription of the event store's client: a stream of events that can be ended. */
export interface Subscription<Item> {
  on(event: 'data', listener: (item: Item) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'end' | 'close' | 'caughtUp', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  unsubscribe(): Promise<void>;
  destroy(): unknown;
}

export interface FollowOptions<Item, Taken = Item> {
  /** Opens a subscription after the last item that `handle` has taken. */
  subscribe: () => Subscription<Item> | Promise<Subscription<Item>>;
  /** What to keep of an item until it is handled, made while the handler still works on those before it. */
  take?: (item: Item) => Taken;
  /** Takes everything that has arrived since it last returned, oldest first; it is never called twice at a time. */
  handle: (items: Taken[]) => Promise<void>;
  /** Told of each break; the subscription is opened again after `delayMs`, twice that after the next, up to 5 s. */
  onBreak: (error: unknown) => void;
  signal: AbortSignal;
  /** Most items handed over at once. With `weigh`, the weight at which a batch is full: one item may exceed it. */
  maxBatch: number;
  /** What an item counts for in `maxBatch`; 1 when not given. */
  weigh?: (item: Item) => number;
  /**
   * For how many milliseconds a batch may wait to be filled. 0, when not given: what has arrived is handled at once.
   * While there is a long way to catch up, or much is going on, fuller batches cost the handler less. `pressedMs` is how
   * long it took for the last batch when more was waiting at its end, else 0: who is followed at leisure never waits.
   * A batch that is waiting when the subscription catches up waits no longer.
   */
  linger?: (pressedMs: number) => number;
  /** A subscription that is silent for this long is taken for dead and opened again. */
  silenceMs?: number;
  delayMs?: number;
}

/** Not an error of anybody's: an idle log is silent too, and only opening the subscription again tells. */
export class SilentSubscriptionError extends Error {
  readonly code = 'SUBSCRIPTION_SILENT';
  constructor(ms: number) {
    super(`The subscription was silent for ${ms} ms`);
  }
}

const MAX_DELAY_MS = 5_000;

/**
 * Follows a log for as long as `signal` allows: batches what arrives while the handler works, opens the
 * subscription again when it breaks or falls silent. The client does neither by itself. A failing handler
 * breaks the subscription too, so that nothing is skipped: what it did not take comes again.
 */
export async function follow<Item, Taken = Item>(options: FollowOptions<Item, Taken>): Promise<void> {
  const { signal, onBreak, delayMs = 250 } = options;
  let delay = delayMs;
  const handle = async (items: Taken[]) => {
    await options.handle(items);
    delay = delayMs;
  };
  while (!signal.aborted) {
    try {
      await followOnce({ ...options, handle });
      if (!signal.aborted) onBreak(new Error('The subscription was ended by the server'));
    } catch (error) {
      if (!signal.aborted) onBreak(error);
      if (error instanceof SilentSubscriptionError) continue;
    }
    if (signal.aborted) return;
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_DELAY_MS);
  }
}

async function followOnce<Item, Taken>(options: FollowOptions<Item, Taken>): Promise<void> {
  const {
    subscribe,
    handle,
    signal,
    maxBatch,
    take = (item: Item) => item as unknown as Taken, // nobody names another type without saying how to make it
    weigh = () => 1,
    linger = () => 0,
    silenceMs = 60_000,
  } = options;
  const subscription = await subscribe();
  let pending: Taken[] = [];
  let weight = 0;
  let pressedMs = 0;
  let failure: { error: unknown } | undefined;
  let ended = signal.aborted;
  /** The subscription caught up when the last of `pending` had come. */
  let caughtUp = false;
  let wake = () => {};
  let filled = () => {};
  const stop = () => {
    ended = true;
    wake();
    filled();
  };
  const fail = (error: unknown) => {
    failure ??= { error };
    stop();
  };
  signal.addEventListener('abort', stop);
  // The client reports some failures after its reader has gone: the listener stays.
  subscription.on('error', fail);
  subscription.on('end', stop);
  subscription.on('close', stop);
  subscription.on('caughtUp', () => {
    caughtUp = pending.length > 0;
    filled();
  });
  // Listened to, not iterated: of a replay, an iteration takes a tenth of the time.
  subscription.on('data', (item) => {
    if (ended) {
      subscription.pause();
      return;
    }
    try {
      pending.push(take(item));
      weight += weigh(item);
    } catch (error) {
      fail(error);
      return;
    }
    wake();
    if (weight < maxBatch) return;
    filled();
    subscription.pause();
  });
  try {
    while (!ended || pending.length > 0) {
      if (pending.length === 0) {
        const silent = await waitFor((resolve) => (wake = resolve), silenceMs);
        if (silent && pending.length === 0) throw new SilentSubscriptionError(silenceMs);
        continue;
      }
      const lingerMs = linger(pressedMs);
      if (lingerMs > 0 && weight < maxBatch && !ended && !caughtUp)
        await waitFor((resolve) => (filled = resolve), lingerMs);
      if (signal.aborted) break;
      const batch = pending;
      pending = [];
      weight = 0;
      caughtUp = false;
      if (!ended) subscription.resume();
      const begun = performance.now();
      await handle(batch);
      pressedMs = pending.length > 0 ? performance.now() - begun : 0;
    }
    if (failure) throw failure.error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    subscription.unsubscribe().catch(() => undefined); // not waited for: one that was never opened never answers
    subscription.destroy();
  }
}

/** True when the time ran out before `arm`'s callback was called. */
function waitFor(arm: (resolve: () => void) => void, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    arm(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
