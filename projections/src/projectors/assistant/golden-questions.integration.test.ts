import type { EventData } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { goldenQuestion, goldenQuestions, goldenResult, goldenRun } from './golden-questions.ts';

const { given } = projectorSpec(goldenQuestions);

const question = {
  golden_id: 'g1',
  client_id: 'acme',
  question: 'When do you open?',
  page_url: 'https://acme.example/hours',
  phrases: ['7 am'],
  conversation_id: null,
};
const added = recorded('GoldenQuestionAdded', question);
const LATER = '2026-03-02T09:00:00.000Z';
const run = (run_id: string, version_id: string | null = null) => ({ run_id, client_id: 'acme', version_id });
const requested = (run_id: string, version_id: string | null = null) =>
  recorded('GoldenRunRequested', { ...run(run_id, version_id), trigger: 'request', total: 1 });
const judged = (run_id: string, more: Partial<EventData<'GoldenQuestionJudged'>> = {}) =>
  recorded('GoldenQuestionJudged', {
    ...run(run_id),
    golden_id: 'g1',
    conversation_id: null,
    answer: 'At seven.',
    citations: [],
    confidence: 0.9,
    passed: false,
    failures: ['missing_phrase'],
    missing: ['7 am'],
    ...more,
  });
const completed = (run_id: string, passed: number) =>
  recorded('GoldenRunCompleted', { ...run(run_id), total: 1, passed, encoder: 'use-lite-1' }, { at: LATER });

test('keeps the latest result of each question and the figures of each run', async () => {
  const rows = await given(
    added,
    requested('r1'),
    judged('r1'),
    completed('r1', 0),
    requested('r2'),
    judged('r2', { passed: true, failures: [], missing: [] }),
  );
  expect(await rows(goldenResult)).toMatchObject([
    { golden_id: 'g1', scope: '', run_id: 'r2', passed: true, missing: [] },
  ]);
  expect(await rows(goldenRun)).toMatchObject([
    { run_id: 'r1', judged: 1, passed: 0, ended_at: '2026-03-02T09:00:00+00:00', encoder: 'use-lite-1' },
    { run_id: 'r2', judged: 1, passed: 1, ended_at: null },
  ]);
});

test('keeps the results of a system version apart', async () => {
  const rows = await given(added, requested('r1', 'v1'), judged('r1', { version_id: 'v1' }), requested('r2'));
  expect(await rows(goldenResult)).toMatchObject([{ scope: 'v1', run_id: 'r1' }]);
  expect(await rows(goldenRun)).toHaveLength(2);
});

test('drops an unfinished run that a later one replaces', async () => {
  const rows = await given(added, requested('r1'), requested('r2'), judged('r1'));
  expect(await rows(goldenRun)).toMatchObject([{ run_id: 'r2', judged: 0 }]);
});

test('deletes the results of a changed or removed question', async () => {
  const before = [added, requested('r1'), judged('r1')];
  const changed = await given(...before, recorded('GoldenQuestionChanged', { ...question, phrases: [] }));
  expect(await changed(goldenResult)).toEqual([]);
  expect(await changed(goldenQuestion)).toMatchObject([{ phrases: [] }]);
  const removed = await given(
    ...before,
    recorded('GoldenQuestionRemoved', { golden_id: 'g1', client_id: 'acme' }),
  );
  expect(await removed(goldenQuestion)).toEqual([]);
  expect(await removed(goldenResult)).toEqual([]);
});

test('records why a run failed', async () => {
  const failed = recorded('GoldenRunFailed', { ...run('r1'), reason: 'Server error.', encoder: 'x' });
  const rows = await given(requested('r1'), failed);
  expect(await rows(goldenRun)).toMatchObject([{ failure: 'Server error.', encoder: 'x' }]);
});
