import type { EventData, GoldenTrigger } from '@landline/event-schemas';
import { clientAudience, increment, type Projector, patch, put, remove, sql } from '../../projector.ts';
import { boolean, double, integer, jsonb, nullable, table, text, textArray, timestamp } from '../../table.ts';

export const goldenQuestion = table('golden_question', {
  key: ['golden_id'],
  columns: {
    golden_id: text(),
    client_id: text(),
    question: text(),
    page_url: nullable(text()),
    phrases: textArray(),
    conversation_id: nullable(text()),
    added_at: timestamp(),
  },
  indexes: { golden_question_by_client: '(generation, client_id, added_at)' },
});

/** Runs, except those that a later one replaced before they ended. */
export const goldenRun = table('golden_run', {
  key: ['run_id'],
  columns: {
    run_id: text(),
    client_id: text(),
    /** Null for the current configuration. */
    version_id: nullable(text()),
    trigger: text<GoldenTrigger>(),
    requested_at: timestamp(),
    total: integer(),
    judged: integer(),
    passed: integer(),
    ended_at: nullable(timestamp()),
    /** Reason the run ended early. */
    failure: nullable(text()),
    encoder: nullable(text()),
  },
  indexes: { golden_run_by_client: '(generation, client_id, requested_at DESC)' },
});

/** Latest answer to each question, per configuration. */
export const goldenResult = table('golden_result', {
  key: ['golden_id', 'scope'],
  columns: {
    golden_id: text(),
    /** Id of the system version; empty for the current configuration. */
    scope: text(),
    run_id: text(),
    client_id: text(),
    answer: text(),
    citations: jsonb<EventData<'GoldenQuestionJudged'>['citations']>(),
    confidence: double(),
    passed: boolean(),
    failures: textArray(),
    missing: textArray(),
    judged_at: timestamp(),
  },
  indexes: { golden_result_by_run: '(generation, run_id)' },
});

const deleteResults = (golden_id: string) =>
  sql('DELETE FROM read.golden_result WHERE generation = $1 AND golden_id = $2', golden_id);

const deleteUnfinishedRun = ({ client_id, version_id }: EventData<'GoldenRunRequested'>) =>
  sql(
    `DELETE FROM read.golden_run WHERE generation = $1 AND client_id = $2 AND version_id IS NOT DISTINCT FROM $3
       AND ended_at IS NULL`,
    client_id,
    version_id,
  );

/** Golden questions of clients' assistants, their runs and the latest results. */
export const goldenQuestions: Projector<'golden-questions'> = {
  name: 'golden-questions',
  version: 1,
  tables: [goldenQuestion, goldenRun, goldenResult],
  on: {
    GoldenQuestionAdded: ({ data, metadata }) => put(goldenQuestion, { ...data, added_at: metadata.at }),
    GoldenQuestionChanged: ({ data: { golden_id, client_id: _, ...content } }) => [
      patch(goldenQuestion, { golden_id }, content),
      deleteResults(golden_id),
    ],
    GoldenQuestionRemoved: ({ data: { golden_id } }) => [
      remove(goldenQuestion, { golden_id }),
      deleteResults(golden_id),
    ],
    GoldenRunRequested: ({ data, metadata }) => [
      deleteUnfinishedRun(data),
      put(goldenRun, {
        ...data,
        requested_at: metadata.at,
        judged: 0,
        passed: 0,
        ended_at: null,
        failure: null,
        encoder: null,
      }),
    ],
    GoldenQuestionJudged: ({ data, metadata }) => {
      const { conversation_id: _, version_id, ...result } = data;
      return [
        put(goldenResult, { ...result, scope: version_id ?? '', judged_at: metadata.at }),
        increment(goldenRun, { run_id: data.run_id }, { judged: 1, passed: data.passed ? 1 : 0 }),
      ];
    },
    GoldenRunCompleted: ({ data: { run_id, total, passed, encoder }, metadata }) =>
      patch(goldenRun, { run_id }, { total, judged: total, passed, encoder, ended_at: metadata.at }),
    GoldenRunFailed: ({ data: { run_id, reason: failure, encoder }, metadata }) =>
      patch(goldenRun, { run_id }, { failure, encoder, ended_at: metadata.at }),
  },
  audience: clientAudience,
};
