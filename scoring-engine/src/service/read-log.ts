import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  eventTypeFilter,
  START,
} from '@eventstore/db-client';

export interface ReadLogOptions {
  /** Of the last event that is not read again; -1: from the first. */
  readonly after: bigint;
  /** Beginnings of the names of event types: the server leaves out the others, however many they are. */
  readonly types: readonly string[];
  /** Takes an event; false when no more are wanted. */
  readonly take: (event: AllStreamRecordedEvent, position: bigint) => boolean;
  readonly signal: AbortSignal;
  /** A log that says nothing for so long, not even how far it has looked, while there is more of it, is taken for gone. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 60_000;
const CHECKPOINT_INTERVAL = 32;

/** Reads the log's events of some types up to its present end, and returns how far that is. */
export async function readLog(client: EventStoreDBClient, options: ReadLogOptions): Promise<bigint> {
  const { after, signal, take, silenceMs = SILENCE_MS } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let passed = after;
  let isAtEnd = false;
  const silence = setTimeout(() => reject(new Error('The log fell silent while it was read')), silenceMs);
  const subscription = client.subscribeToAll({
    fromPosition: after < 0n ? START : { commit: after, prepare: after },
    filter: eventTypeFilter({
      prefixes: [...options.types],
      checkpointInterval: CHECKPOINT_INTERVAL,
      checkpointReached: async (_, { commit }) => {
        silence.refresh();
        if (commit > passed) passed = commit;
      },
    }),
  });
  const stop = () => reject(signal.reason);
  const endIfDrained = () => {
    if (isAtEnd && subscription.readableLength === 0) resolve();
  };
  signal.addEventListener('abort', stop);
  subscription.on('error', reject);
  subscription.on('end', () => reject(new Error('The subscription was ended by the server')));
  subscription.on('caughtUp', () => {
    isAtEnd = true;
    endIfDrained();
  });
  subscription.on('data', ({ event }) => {
    silence.refresh();
    if (!event) return;
    try {
      const position = event.position.commit;
      if (position > passed) passed = position;
      if (!take(event, position)) resolve();
    } catch (error) {
      reject(error);
    }
    endIfDrained();
  });
  try {
    signal.throwIfAborted();
    await promise;
    return passed;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    subscription.removeAllListeners('data');
    subscription.unsubscribe().catch(() => undefined);
    subscription.destroy();
  }
}
