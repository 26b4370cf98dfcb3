import type { EventStoreDBClient } from '@eventstore/db-client';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import type { Logger } from 'pino';
import { readLog } from './read-log.ts';
import { type Consequences, SCORING_EVENTS, type ScoringState } from './state.ts';

/** Applies the log's scoring events from the state's position to the log's current end. */
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
    onEvent: (event, position) => {
      applyStored(state, event, position, log);
      return true;
    },
  });
}

/** Applies a stored event. Logs and skips one that this build cannot read. */
export function applyStored(
  state: ScoringState,
  stored: StoredEvent,
  position: bigint,
  log: Logger,
  consequences?: Consequences,
): void {
  try {
    const event = decodeEvent(stored, position);
    if (event) state.apply(event, consequences);
  } catch (error) {
    log.error(
      { event: 'engine.event_unreadable', err: error, type: stored.type, stream: stored.streamId },
      'Skipped an event that this build cannot read',
    );
  }
  state.position = position;
}
