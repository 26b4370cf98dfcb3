import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { ColumnStore } from './column-store.ts';
import type { Columns } from './matching-rows.ts';
import type {
  ColumnQuery,
  ColumnResults,
  ThreadRequest,
  ThreadResponse,
  ThreadSettings,
} from './messages.ts';
import { hitsIn, linesIn, optionsIn, pageIn, pointsIn } from './queries.ts';

/** Time that a query waits for columns to load, in milliseconds. On a large dataset, SQL takes longer. */
const LOAD_TIMEOUT_MS = 150;
const MAX_CONNECTIONS = 3;

const { databaseUrl, maxBytes } = workerData as ThreadSettings; // set by the column service
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: MAX_CONNECTIONS,
  idleTimeoutMillis: 60_000, // longer than a typical pause between two scoring runs
  connectionTimeoutMillis: 5_000,
  application_name: 'candidate columns',
});
pool.on('error', () => undefined); // an idle connection was lost; the next load opens another
const store = new ColumnStore(pool, maxBytes);

async function execute(query: ColumnQuery): Promise<ColumnResults[ColumnQuery['kind']] | undefined> {
  const { snapshot } = query;
  if (query.kind === 'lines') {
    const features = await store.featuresOf(snapshot, LOAD_TIMEOUT_MS);
    return features && linesIn(features, query.hits);
  }
  const columns = await store.columnsOf(snapshot, LOAD_TIMEOUT_MS);
  // Do not await before this call: another score set may reuse the memory of these columns.
  return columns && executeOn(columns, query);
}

function executeOn(columns: Columns, query: Exclude<ColumnQuery, { kind: 'lines' }>) {
  switch (query.kind) {
    case 'hits':
      return hitsIn(columns, query.criteria, query.window);
    case 'page':
      return pageIn(columns, query.snapshot, query.criteria, query.window);
    case 'points':
      return pointsIn(columns, query.criteria);
    case 'options':
      return optionsIn(columns, query.criteria);
  }
}

async function respond(request: ThreadRequest): Promise<ThreadResponse> {
  const { id } = request;
  try {
    if ('written' in request) {
      await store.readAhead(request.written);
      return { id };
    }
    return { id, result: await execute(request.query) };
  } catch (failure) {
    return { id, failure };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
function buffersOf({ result }: ThreadResponse): ArrayBuffer[] {
  if (result === undefined || 'zoningOptions' in result || 'rows' in result) return [];
  if (result instanceof Uint8Array) return [result.buffer];
  const { ids, scoreTenths, propertyScoreTenths, naReason, classification } = result;
  return [ids, scoreTenths, propertyScoreTenths, naReason, classification].map(
    ({ buffer }) => buffer as ArrayBuffer, // `hitsIn` allocates each separately
  );
}

parentPort?.on('message', (request: ThreadRequest) => {
  void respond(request).then((response) => parentPort?.postMessage(response, buffersOf(response)));
});
