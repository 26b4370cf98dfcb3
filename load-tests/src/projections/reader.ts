import { EventStoreDBClient, START } from '@eventstore/db-client';

/**
 * Reads the whole log as fast as the client can and discards it. Sends the milliseconds and the number of
 * events.
 */
const client = EventStoreDBClient.connectionString(process.env.EVENTSTORE_URL ?? '');
const startedAt = performance.now();
let events = 0;
for await (const _ of client.readAll({ fromPosition: START })) events++;
process.send?.({ milliseconds: performance.now() - startedAt, events });
process.once('disconnect', () => process.exit());
