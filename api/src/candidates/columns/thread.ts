import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { findIn, optionsIn, pointsIn } from './find.ts';
import type { Columns } from './keep.ts';
import { linesIn } from './lines.ts';
import type { Answered, Answers, Asked, Question, Setting } from './messages.ts';
import { pageIn } from './page.ts';
import { ColumnStore } from './store.ts';

/** Columns that are not there yet are waited for so long; SQL takes longer than that on a large dataset. */
const PATIENCE_MS = 150;
const MAX_CONNECTIONS = 3;

const { databaseUrl, maxBytes } = workerData as Setting; // as the service starts it
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: MAX_CONNECTIONS,
  idleTimeoutMillis: 60_000, // longer than the quiet between two runs
  connectionTimeoutMillis: 5_000,
  application_name: 'candidate columns',
});
pool.on('error', () => undefined); // the next load makes another connection
const store = new ColumnStore(pool, maxBytes);

async function answerTo(question: Question): Promise<Answers[Question['ask']] | undefined> {
  const { wanted } = question;
  if (question.ask === 'lines') {
    const features = await store.featuresOf(wanted, PATIENCE_MS);
    return features && linesIn(features, question.hits);
  }
  const columns = await store.columnsOf(wanted, PATIENCE_MS);
  // At once: the memory of scores that are superseded meanwhile serves others.
  return columns && answerFrom(columns, question);
}

function answerFrom(columns: Columns, question: Exclude<Question, { ask: 'lines' }>) {
  switch (question.ask) {
    case 'hits':
      return findIn(columns, question.criteria, question.window);
    case 'page':
      return pageIn(columns, question.wanted, question.criteria, question.window);
    case 'points':
      return pointsIn(columns, question.criteria);
    case 'options':
      return optionsIn(columns, question.criteria);
  }
}

async function answer(asked: Asked): Promise<Answered> {
  const { id } = asked;
  try {
    if ('written' in asked) {
      await store.readAhead(asked.written);
      return { id };
    }
    return { id, answer: await answerTo(asked.question) };
  } catch (failure) {
    return { id, failure };
  }
}

/** What can be handed over without being copied. */
function buffersOf({ answer }: Answered): ArrayBuffer[] {
  if (answer === undefined || 'zoningOptions' in answer || 'rows' in answer) return [];
  if (answer instanceof Uint8Array) return [answer.buffer];
  const { ids, scoreTenths, propertyScoreTenths, naReason, classification } = answer;
  return [ids, scoreTenths, propertyScoreTenths, naReason, classification].map(
    ({ buffer }) => buffer as ArrayBuffer, // made by `findIn`, each of its own
  );
}

parentPort?.on('message', (asked: Asked) => {
  void answer(asked).then((answered) => parentPort?.postMessage(answered, buffersOf(answered)));
});
