import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { SYSTEM } from '@landline/event-schemas';

/** Appends an event of a schema version that does not exist yet, which read models park. */
export async function appendUnappliable(eventStoreUrl: string): Promise<void> {
  const log = EventStoreDBClient.connectionString(eventStoreUrl);
  const metadata = { actor: SYSTEM, correlationId: '', commandId: '', at: 'later', schemaVersion: 99 };
  const event = jsonEvent({ type: 'ClientDeactivated', data: { client_id: 'nobody' }, metadata } as never);
  await log.appendToStream('client-nobody', event);
  await log.dispose();
}
