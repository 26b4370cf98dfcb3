import {
  type CandidateFeatures,
  type DomainEvent,
  type PropertyType,
  streams,
} from '@landline/event-schemas';
import { SYSTEM } from '@landline/event-schemas/metadata';
import { eventsOf } from '../property/imports/chunks.ts';
import { eventually, type TestApi } from './api.ts';

const ROWS_PER_CHUNK = 500;

/** Registers a dataset and appends the events of an import of these candidates. */
export async function importDataset(
  api: Pick<TestApi, 'ports'>,
  key: string,
  candidates: readonly CandidateFeatures[],
  property_type: PropertyType = 'adu',
): Promise<void> {
  const registration = {
    dataset_key: key,
    dataset_name: `${key.charAt(0).toUpperCase()}${key.slice(1)} Properties`,
    dataset_type: property_type === 'adu' ? ('city' as const) : ('ios' as const),
    property_type,
    state: 'CA',
    parent_dataset_key: null,
    is_demo: false,
  };
  await api.ports.commands.append({
    actor: SYSTEM,
    correlationId: `register ${key}`,
    stream: streams.dataset(key),
    events: [{ type: 'DatasetRegistered', data: registration }],
    expectedRevision: -1n,
    commandId: `register ${key}`,
  });
  await importAgain(api, key, candidates, property_type);
}

/** Appends the events of another import into a dataset. */
export async function importAgain(
  { ports: { commands } }: Pick<TestApi, 'ports'>,
  key: string,
  candidates: readonly CandidateFeatures[],
  property_type: PropertyType = 'adu',
): Promise<void> {
  const import_id = crypto.randomUUID();
  const file = { import_id, dataset_key: key, property_type };
  const chunks = Array.from({ length: Math.ceil(candidates.length / ROWS_PER_CHUNK) }, (_, number) => {
    const rows = candidates.slice(number * ROWS_PER_CHUNK, (number + 1) * ROWS_PER_CHUNK);
    const firstLine = number * ROWS_PER_CHUNK + 2;
    const lastLine = firstLine + rows.length - 1;
    return { number, firstLine, lastLine, bytesRead: lastLine, candidates: rows, rejected: [] };
  });
  const events: DomainEvent[] = [
    {
      type: 'DatasetImportStarted',
      data: { ...file, file_name: 'roll.csv', file_bytes: 1, format: 'csv', profile: 'landline' },
    },
    ...chunks.flatMap((chunk) => eventsOf(chunk, file)),
    {
      type: 'DatasetImportCompleted',
      data: {
        import_id,
        dataset_key: key,
        imported: candidates.length,
        rejected: 0,
        lines: candidates.length + 1,
      },
    },
  ];
  // A small import is one append, because the worker records a failure of an import that runs without an uploaded file.
  for (let start = 0; start < events.length; ) {
    const batch = events.slice(start, start + eventsPerAppend(events));
    await commands.append({
      actor: SYSTEM,
      correlationId: import_id,
      stream: streams.datasetImport(import_id),
      events: batch,
      expectedRevision: BigInt(start) - 1n,
      commandId: `${import_id} ${start}`,
    });
    start += batch.length;
  }
}

/** Size of an append that every event store accepts, in bytes. */
const APPEND_BYTES = 800_000;

/** Returns how many events of average size fit in an append. */
const eventsPerAppend = (events: readonly DomainEvent[]) =>
  Math.max(1, Math.floor((APPEND_BYTES * events.length) / JSON.stringify(events).length));

/** Waits until a dataset is scored. */
export async function waitUntilScored(api: Pick<TestApi, 'call'>, key: string, token: string): Promise<void> {
  await eventually(`${key} is scored`, async () => {
    const { body } = await api.call('GET', `/api/geo/datasets/${key}`, { token });
    return body.data?.status === 'active';
  });
}

/** Waits until all candidates of a dataset are listed; scores may be written before the candidates are projected. */
export async function waitUntilListed(
  { ports, head, call }: Pick<TestApi, 'ports' | 'head' | 'call'>,
  key: string,
  token: string,
): Promise<void> {
  const headers = { 'X-Min-Position': `${ports.logId}:${await head()}` };
  await eventually(`all candidates of ${key} are listed`, async () => {
    const { status } = await call('GET', `/api/geo/candidates?datasetKey=${key}`, { token, headers });
    return status === 200;
  });
}
