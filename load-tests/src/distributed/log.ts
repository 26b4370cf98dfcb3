import { createHash, randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

export const DATASET = 'bench';
const ROWS_PER_EVENT = 1_000;
const EVENTS_PER_APPEND = 4;
const COLUMNS = [
  'id',
  'apn',
  'parcel_area',
  'open_area',
  'open_ratio',
  'building_area',
  'units',
  'ios_property_type',
  'lot_use',
];

/** A log with an import of a given number of candidates, and requests to score them. */
export class Log {
  readonly #client: EventStoreDBClient;

  constructor(url: string) {
    this.#client = EventStoreDBClient.connectionString(url);
  }

  async fill(candidates: number): Promise<void> {
    await this.#append('log-landline', [{ type: 'LogCreated', data: { log_id: randomUUID() } }]);
    const ids = { import_id: randomUUID(), dataset_key: DATASET };
    const stream = `datasetImport-${ids.import_id}`;
    const chunks = Math.ceil(candidates / ROWS_PER_EVENT);
    for (let from = 0; from < chunks; from += EVENTS_PER_APPEND) {
      const upTo = Math.min(from + EVENTS_PER_APPEND, chunks);
      await this.#append(
        stream,
        Array.from({ length: upTo - from }, (_, n) => importedEvent(ids, from + n, candidates)),
      );
    }
    const summary = { ...ids, imported: candidates, rejected: 0, lines: candidates };
    await this.#append(stream, [{ type: 'DatasetImportCompleted', data: summary }]);
  }

  /** Requests a run. */
  async rescore(runId: string): Promise<void> {
    const data = { run_id: runId, dataset_key: DATASET, scope: 'everyone' };
    await this.#append(`rescoring-everyone-${DATASET}`, [{ type: 'RescoringRequested', data }]);
  }

  async close(): Promise<void> {
    await this.#client.dispose();
  }

  async #append(stream: string, events: readonly { type: string; data: object }[]): Promise<void> {
    const metadata = {
      actor: { id: 'bench', role: 'Employee' },
      correlationId: randomUUID(),
      commandId: randomUUID(),
      at: new Date().toISOString(),
      schemaVersion: 1,
    };
    // The payload is JSON; the client's types require an index signature.
    await this.#client.appendToStream(
      stream,
      events.map(({ type, data }) => jsonEvent({ type, data: data as never, metadata })),
    );
  }
}

function importedEvent(ids: { import_id: string; dataset_key: string }, chunk: number, candidates: number) {
  const first = chunk * ROWS_PER_EVENT;
  const count = Math.min(ROWS_PER_EVENT, candidates - first);
  return {
    type: 'CandidatesImported',
    data: {
      ...ids,
      property_type: 'adu',
      chunk,
      first_line: first + 2,
      last_line: first + 1 + count,
      bytes_read: first,
      columns: COLUMNS,
      rows: Array.from({ length: count }, (_, n) => parcel(first + n)),
      owners: [],
    },
  };
}

function parcel(n: number): unknown[] {
  const id = createHash('sha1').update(`parcel ${n}`).digest('hex').slice(0, 32);
  const area = 8_000 + (((n + 1) * 2_654_435) % 60_000);
  const ratio = (((n + 1) * 40_503) % 1_000) / 1_000;
  const open = Math.round(area * ratio);
  return [
    id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5'),
    `APN-${n}`,
    area,
    open,
    ratio,
    area - open,
    1 + (n % 30),
    n % 3 === 0 ? 'Industrial' : 'Vacant',
    'storage',
  ];
}
