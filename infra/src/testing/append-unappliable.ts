import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { SYSTEM } from '@landline/event-schemas';

/**
 * Appends an event of a schema version that does not exist yet, so that read models park it. No reactor handles its
 * type.
 */
export async function appendUnappliable(eventStoreUrl: string): Promise<void> {
  const log = EventStoreDBClient.connectionString(eventStoreUrl);
  const metadata = { actor: SYSTEM, correlationId: '', commandId: '', at: 'later', schemaVersion: 99 };
  const data = { candidate_id: 'none', dataset_key: 'none', scope: 'everyone', note_id: 'none' };
  const event = jsonEvent({ type: 'NoteRemoved', data, metadata } as never);
  await log.appendToStream('notes-everyone-none', event);
  await log.dispose();
}
