import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { ColumnStore } from './column-store.ts';
import type { Columns } from './matching-rows.ts';
import type { Answers, Question, ThreadRequest, ThreadResponse, ThreadSettings } from './messages.ts';
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

async function answerTo(question: Question): Promise<Answers[Question['ask']] | undefined> {
  const { snapshot } = question;
  if (question.ask === 'lines') {
    const features = await store.featuresOf(snapshot, LOAD_TIMEOUT_MS);
    return features && linesIn(features, question.hits);
  }
  const columns = await store.columnsOf(snapshot, LOAD_TIMEOUT_MS);
  // Without waiting in between: another score set may reuse the memory of these columns.
  return columns && answerFrom(columns, question);
}

function answerFrom(columns: Columns, question: Exclude<Question, { ask: 'lines' }>) {
  switch (question.ask) {
    case 'hits':
      return hitsIn(columns, question.criteria, question.window);
    case 'page':
      return pageIn(columns, question.snapshot, question.criteria, question.window);
    case 'points':
      return pointsIn(columns, question.criteria);
    case 'options':
      return optionsIn(columns, question.criteria);
  }
}

async function respond(request: ThreadRequest): Promise<ThreadResponse> {
  const { id } = request;
  try {
    if ('written' in request) {
      await store.readAhead(request.written);
      return { id };
    }
    return { id, answer: await answerTo(request.question) };
  } catch (failure) {
    return { id, failure };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
function buffersOf({ answer }: ThreadResponse): ArrayBuffer[] {
  if (answer === undefined || 'zoningOptions' in answer || 'rows' in answer) return [];
  if (answer instanceof Uint8Array) return [answer.buffer];
  const { ids, scoreTenths, propertyScoreTenths, naReason, classification } = answer;
  return [ids, scoreTenths, propertyScoreTenths, naReason, classification].map(
    ({ buffer }) => buffer as ArrayBuffer, // `hitsIn` allocates each separately
  );
}

parentPort?.on('message', (request: ThreadRequest) => {
  void respond(request).then((response) => parentPort?.postMessage(response, buffersOf(response)));
});
