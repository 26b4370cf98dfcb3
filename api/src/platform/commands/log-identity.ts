import { randomUUID } from 'node:crypto';
import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { traceparent } from '@landline/runtime/tracing/tracing';
import { type EventStore, WrongRevisionError } from './event-store.ts';
import { eventId } from './ids.ts';

/** Returns the log's id; writes the first event of an empty log. Safe for processes that start together. */
export async function ensureLog(eventStore: EventStore): Promise<string> {
  const existingId = await readLogId(eventStore);
  if (existingId !== undefined) return existingId;
  const logId = randomUUID();
  const commandId = randomUUID();
  const logCreated = encodeEvent(
    { type: 'LogCreated', data: { log_id: logId } },
    {
      actor: SYSTEM,
      correlationId: commandId,
      commandId,
      at: new Date().toISOString(),
      traceparent: traceparent(),
    },
  );
  try {
    await eventStore.append(
      streams.log(),
      [{ ...logCreated, id: eventId(commandId, streams.log(), 0) }],
      -1n,
    );
    return logId;
  } catch (error) {
    if (!(error instanceof WrongRevisionError)) throw error;
    const other = await readLogId(eventStore);
    if (other === undefined) throw error;
    return other;
  }
}

async function readLogId(eventStore: EventStore): Promise<string | undefined> {
  let logId: string | undefined;
  await eventStore.read(streams.log(), (event) => {
    if (event.type === 'LogCreated') logId ??= (event.data as EventData<'LogCreated'>).log_id;
  });
  return logId;
}
