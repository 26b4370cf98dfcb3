import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { nameUuid } from '../../platform/commands/ids.ts';
import { dataset } from '../../property/datasets/dataset.ts';
import { CHUNK_ROWS, eventsOf } from '../../property/imports/chunks.ts';
import { datasetImport, type ImportCommand } from '../../property/imports/dataset-import.ts';
import type { OperationsPorts } from '../ports.ts';
import { requestDemoAssistant } from './assistant/tasks.ts';
import { DEMO_DATASETS, demoCandidates } from './datasets.ts';
import { demoClients, type SignIn, type SignInDeps, seedSignIns } from './seed-sign-ins.ts';

/**
 * Creates the missing demo datasets and sign-ins, so an interrupted run is finished by the next, and enqueues the jobs that fill
 * the demo assistants. Returns the sign-ins with their passwords for the startup output.
 */
export async function seedDemo(ports: SignInDeps): Promise<SignIn[]> {
  const [signIns] = await Promise.all([
    seedSignIns(ports),
    ...DEMO_DATASETS.map((each) => seedDataset(ports, each)),
  ]);
  // Filled by jobs, so that startup does not wait for the assistants.
  if (ports.config.DEMO_DATA === 'on')
    for (const each of demoClients(ports)) await requestDemoAssistant(ports, each);
  return signIns;
}

/** Registers a dataset and imports its candidates in chunks, like any other import. */
async function seedDataset(
  { commands, logId }: Pick<OperationsPorts, 'commands' | 'logId'>,
  demo: (typeof DEMO_DATASETS)[number],
): Promise<void> {
  const { registration } = demo;
  const { dataset_key, property_type } = registration;
  const import_id = nameUuid('demo import', logId, dataset_key);
  const origin = { actor: SYSTEM, correlationId: import_id };
  const stream = streams.datasetImport(import_id);
  const execute = (command: ImportCommand) => commands.execute(datasetImport, { ...origin, stream, command });

  const before = await commands.load(datasetImport, stream);
  if (before.state.status === 'completed') return;
  await commands.execute(dataset, {
    ...origin,
    stream: streams.dataset(dataset_key),
    command: { type: 'register', ...registration },
  });
  await execute({ type: 'start', ...startOf(import_id, registration) });

  const { state, revision } = await commands.load(datasetImport, stream);
  const candidates = demoCandidates(demo);
  let expectedRevision = revision;
  for (let number = (state.lastChunk?.chunk ?? -1) + 1; number * CHUNK_ROWS < candidates.length; number++) {
    const from = number * CHUNK_ROWS;
    const rows = candidates.slice(from, from + CHUNK_ROWS);
    const last = from + rows.length;
    const chunk = {
      number,
      firstLine: from + 1,
      lastLine: last,
      bytesRead: 0,
      candidates: rows,
      rejected: [],
    };
    const result = await commands.append({
      ...origin,
      stream,
      events: eventsOf(chunk, { import_id, dataset_key, property_type }),
      expectedRevision,
      commandId: nameUuid('import', import_id, String(number)),
    });
    expectedRevision = result.revision;
  }
  const totals = { imported: candidates.length, rejected: 0, lines: candidates.length };
  await execute({ type: 'complete', import_id, dataset_key, ...totals });
}

/** Describes the import; `file_bytes` 0 marks that there is no file. */
function startOf(
  import_id: string,
  { dataset_key, property_type }: EventData<'DatasetRegistered'>,
): EventData<'DatasetImportStarted'> {
  return {
    import_id,
    dataset_key,
    property_type,
    file_name: 'Sample parcels',
    file_bytes: 0,
    format: 'ndjson',
    profile: 'landline',
  };
}
