import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { goldenRun } from './contract.ts';
import { IS_ERASED } from './queries.ts';

const LIVE = liveGeneration('golden-questions');

const clientRef = z.object({ client_id: z.string() });

/** Returns those of the given clients that have golden questions to ask. */
export const clientsWithGoldenQuestions = (
  db: CommonQueryMethods,
  clientIds: readonly string[],
): Promise<readonly string[]> =>
  db.anyFirst(sql.type(clientRef)`
    SELECT DISTINCT client_id FROM read.golden_question question
    WHERE generation = ${LIVE} AND NOT ${IS_ERASED} AND client_id = ANY(${sql.array([...clientIds], 'text')})
    ORDER BY client_id
  `);

const runOfClient = goldenRun.extend(clientRef.shape);
const comparedQuestion = z.object({
  client_id: z.string(),
  question: z.string(),
  /** Both are null if not asked with that configuration. */
  passes_now: z.boolean().nullable(),
  passes_with_version: z.boolean().nullable(),
});

/** Comparison of a client's golden run with the configuration of a system version to the current results. */
interface GoldenComparison {
  readonly client_id: string;
  readonly run: z.infer<typeof goldenRun>;
  /** All of the client's questions have been asked with the version since they were last changed. */
  readonly is_complete: boolean;
  /** Number of questions asked with both configurations; the next two fields count how many of them pass. */
  readonly compared: number;
  readonly passed_now: number;
  readonly passed_with_version: number;
  /** Questions that pass now and would fail with the version. */
  readonly lost: string[];
}

/** Compares each client's latest golden run with a version's configuration to its current results. */
export async function compareGoldenRuns(
  db: CommonQueryMethods,
  versionId: string,
  clientIds: readonly string[],
): Promise<GoldenComparison[]> {
  const clients = sql.array([...clientIds], 'text');
  const [runs, questions] = await Promise.all([
    db.any(sql.type(runOfClient)`
      SELECT DISTINCT ON (client_id) client_id, run_id AS id, trigger, requested_at, total, judged, passed, ended_at,
        failure
      FROM read.golden_run
      WHERE generation = ${LIVE} AND version_id = ${versionId} AND client_id = ANY(${clients})
      ORDER BY client_id, requested_at DESC
    `),
    db.any(sql.type(comparedQuestion)`
      SELECT question.client_id, question.question, current.passed AS passes_now, with_version.passed AS passes_with_version
      FROM read.golden_question question
      LEFT JOIN read.golden_result with_version ON with_version.generation = question.generation
        AND with_version.golden_id = question.golden_id AND with_version.scope = ${versionId}
      LEFT JOIN read.golden_result current ON current.generation = question.generation
        AND current.golden_id = question.golden_id AND current.scope = ''
      WHERE question.generation = ${LIVE} AND NOT ${IS_ERASED} AND question.client_id = ANY(${clients})
      ORDER BY question.added_at, question.golden_id
    `),
  ]);
  return runs.map(({ client_id, ...run }) => {
    const ofClient = questions.filter((each) => each.client_id === client_id);
    const askedInBoth = ofClient.filter(
      ({ passes_now, passes_with_version }) => passes_now !== null && passes_with_version !== null,
    );
    return {
      client_id,
      run,
      is_complete: ofClient.every(({ passes_with_version }) => passes_with_version !== null),
      compared: askedInBoth.length,
      passed_now: askedInBoth.filter(({ passes_now }) => passes_now).length,
      passed_with_version: askedInBoth.filter(({ passes_with_version }) => passes_with_version).length,
      lost: askedInBoth
        .filter(({ passes_now, passes_with_version }) => passes_now && !passes_with_version)
        .map(({ question }) => question),
    };
  });
}
