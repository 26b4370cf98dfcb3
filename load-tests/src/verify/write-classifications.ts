import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

const PER_APPEND = 250;
const IN_FLIGHT = 8;

/** Writes classifications to an empty log through the event store's client, many per append. */
export async function writeClassifications(eventStoreUrl: string, count: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  await client.appendToStream('log-landline', [
    jsonEvent({ type: 'LogCreated', data: { log_id: randomUUID() }, metadata: metadata() }),
  ]);
  let written = 1;
  const writer = async () => {
    while (written < count) {
      const size = Math.min(PER_APPEND, count - written);
      const first = written;
      written += size;
      const events = Array.from({ length: size }, (_, index) => classification(first + index));
      await client.appendToStream(`classification-everyone-${first}`, events);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  await client.dispose();
}

const classification = (number: number) =>
  jsonEvent({
    type: 'PropertyClassified',
    data: {
      candidate_id: randomUUID(),
      dataset_key: 'lebanon',
      scope: 'everyone',
      classification: number % 3 === 0 ? 'bad' : 'good',
      previous_classification: null,
      notes: 'The lot falls away behind the house, and the drive leaves no room for a second one.',
    },
    metadata: metadata(),
  });

const metadata = () => ({
  actor: { id: randomUUID(), role: 'Employee' },
  correlationId: randomUUID(),
  commandId: randomUUID(),
  at: new Date().toISOString(),
  schemaVersion: 1,
});
