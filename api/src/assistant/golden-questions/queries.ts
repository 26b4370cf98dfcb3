import { ERASED } from '@landline/event-schemas/personal';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type GoldenQuestions, goldenQuestion, goldenRun } from './contract.ts';

const LIVE = liveGeneration('golden-questions');
/** Number of runs listed. */
const LISTED_RUNS = 10;

/** SQL condition for a row of `read.golden_question question` that was erased and is no longer asked. */
export const IS_ERASED = sql.fragment`question.question = ${ERASED}`;

/** Returns a client's golden questions with their latest results, failed ones first, and its latest runs. */
export async function goldenQuestionsOf(db: CommonQueryMethods, clientId: string): Promise<GoldenQuestions> {
  const [questions, runs] = await Promise.all([
    db.any(sql.type(goldenQuestion)`
      SELECT question.golden_id AS id, question.question, question.page_url, question.phrases,
        ${IS_ERASED} AS is_erased,
        CASE WHEN result.golden_id IS NOT NULL THEN jsonb_build_object('run_id', result.run_id,
          'passed', result.passed, 'failures', result.failures, 'missing', result.missing, 'answer', result.answer,
          'citations', result.citations, 'confidence', result.confidence,
          'judged_at', to_char(result.judged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS result
      FROM read.golden_question question
      LEFT JOIN read.golden_result result ON result.generation = question.generation
        AND result.golden_id = question.golden_id AND result.scope = ''
      WHERE question.generation = ${LIVE} AND question.client_id = ${clientId}
      ORDER BY result.passed NULLS LAST, question.added_at, question.golden_id
    `),
    db.any(sql.type(goldenRun)`
      SELECT run_id AS id, trigger, requested_at, total, judged, passed, ended_at, failure FROM read.golden_run
      WHERE generation = ${LIVE} AND client_id = ${clientId} AND version_id IS NULL
      ORDER BY requested_at DESC, run_id LIMIT ${LISTED_RUNS}
    `),
  ]);
  return { questions: [...questions], runs: [...runs] };
}

const clientRef = z.object({ client_id: z.string() });

/**
 * Returns the ids of clients whose latest run used another encoder and whose passages all have vectors of this encoder.
 */
export function clientsWithOtherEncoder(db: CommonQueryMethods, encoder: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(clientRef)`
    SELECT latest.client_id FROM (
      SELECT DISTINCT ON (client_id) client_id, ended_at, encoder FROM read.golden_run
      WHERE generation = ${LIVE} AND version_id IS NULL ORDER BY client_id, requested_at DESC
    ) AS latest
    WHERE ended_at IS NOT NULL AND encoder <> ${encoder} AND NOT EXISTS (
      SELECT FROM api.chunk WHERE chunk.client_id = latest.client_id
        AND chunk.embedding_model IS DISTINCT FROM ${encoder})
  `);
}
