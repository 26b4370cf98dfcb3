import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  eventTypeFilter,
  START,
} from '@eventstore/db-client';

export interface ReadLogOptions {
  /** Position after which reading starts; -1 to start with the first event. */
  readonly after: bigint;
  /** Prefixes of event types; the server filters out all others. */
  readonly types: readonly string[];
  /** Handles an event; returns false to stop reading. */
  readonly onEvent: (event: AllStreamRecordedEvent, position: bigint) => boolean;
  readonly signal: AbortSignal;
  /** Time without events or checkpoints after which reading fails, in milliseconds. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 60_000;
const CHECKPOINT_INTERVAL = 32;

/** Reads the events of some types up to the log's current end, and returns the position reached. */
export async function readLog(client: EventStoreDBClient, options: ReadLogOptions): Promise<bigint> {
  const { after, signal, onEvent, silenceMs = SILENCE_MS } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let lastPosition = after;
  let isAtEnd = false;
  const silence = setTimeout(
    () => reject(new Error('The event log stopped answering while it was read')),
    silenceMs,
  );
  const subscription = client.subscribeToAll({
    fromPosition: after < 0n ? START : { commit: after, prepare: after },
    filter: eventTypeFilter({
      prefixes: [...options.types],
      checkpointInterval: CHECKPOINT_INTERVAL,
      checkpointReached: async (_, { commit }) => {
        silence.refresh();
        if (commit > lastPosition) lastPosition = commit;
      },
    }),
  });
  const stop = () => reject(signal.reason);
  const endIfDrained = () => {
    if (isAtEnd && subscription.readableLength === 0) resolve();
  };
  signal.addEventListener('abort', stop);
  subscription.on('error', reject);
  subscription.on('end', () => reject(new Error('The server ended the subscription')));
  subscription.on('caughtUp', () => {
    isAtEnd = true;
    endIfDrained();
  });
  subscription.on('data', ({ event }) => {
    silence.refresh();
    if (!event) return;
    try {
      const position = event.position.commit;
      if (position > lastPosition) lastPosition = position;
      if (!onEvent(event, position)) resolve();
    } catch (error) {
      reject(error);
    }
    endIfDrained();
  });
  try {
    signal.throwIfAborted();
    await promise;
    return lastPosition;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    subscription.removeAllListeners('data');
    subscription.unsubscribe().catch(() => undefined);
    subscription.destroy();
  }
}
