import type { EventStoreDBClient } from '@eventstore/db-client';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import type { Logger } from 'pino';
import { readLog } from './read-log.ts';
import { type Consequences, SCORING_EVENTS, type ScoringState } from './state.ts';

/** Takes the events of the log that concern scores, from where the state is up to the log's present end. */
export async function replay(
  client: EventStoreDBClient,
  state: ScoringState,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  state.position = await readLog(client, {
    after: state.position,
    types: SCORING_EVENTS,
    signal,
    take: (event, position) => {
      takeStored(state, event, position, log);
      return true;
    },
  });
}

/** Takes an event as it is stored. One that this build cannot read is left out, and said so: the others still count. */
export function takeStored(
  state: ScoringState,
  stored: StoredEvent,
  position: bigint,
  log: Logger,
): Consequences | undefined {
  try {
    const event = decodeEvent(stored, position);
    if (event) return state.take(event);
  } catch (error) {
    log.error({ err: error, type: stored.type, stream: stored.streamId }, 'an event cannot be scored by');
  }
  state.position = position;
  return undefined;
}
