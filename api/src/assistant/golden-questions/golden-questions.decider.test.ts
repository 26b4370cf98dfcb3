import { ERASED } from '@landline/event-schemas/personal';
import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { MAX_GOLDEN_QUESTIONS } from './contract.ts';
import { goldenQuestions } from './golden-questions.ts';
import { goldenRun } from './golden-run.ts';

const given = specification(goldenQuestions);
const golden = {
  golden_id: 'g1',
  client_id: 'acme',
  question: 'When do you open?',
  page_url: 'https://acme.example/hours',
  phrases: [] as string[],
  conversation_id: null as string | null,
};
const added = { type: 'GoldenQuestionAdded' as const, data: golden };
const erased = {
  type: 'GoldenQuestionAdded' as const,
  data: { ...golden, golden_id: 'g2', question: ERASED },
};
const run = { run_id: 'r1', client_id: 'acme', version_id: null as string | null };
const requested = {
  type: 'GoldenRunRequested' as const,
  data: { ...run, trigger: 'request' as const, total: 1 },
};
const result = { total: 1, passed: 1, encoder: 'use-lite-1' };

describe('golden questions', () => {
  test('are added once', () => {
    given()
      .when({ type: 'add', ...golden })
      .then(added);
    given(added)
      .when({ type: 'add', ...golden })
      .thenNothing();
    given(added)
      .when({ type: 'add', ...golden, golden_id: 'g2', question: 'when do  you open?' })
      .thenRejected('GOLDEN_QUESTION_KNOWN');
  });
  test('are limited in number', () => {
    const maximum = Array.from({ length: MAX_GOLDEN_QUESTIONS }, (_, i) => ({
      type: 'GoldenQuestionAdded' as const,
      data: { ...golden, golden_id: `g${i}`, question: `Question ${i}` },
    }));
    given(...maximum)
      .when({ type: 'add', ...golden, golden_id: 'more' })
      .thenRejected('TOO_MANY_GOLDEN_QUESTIONS');
  });
  test('are changed only if something differs', () => {
    given(added)
      .when({ type: 'change', ...golden })
      .thenNothing();
    given(added)
      .when({ type: 'change', ...golden, phrases: ['7 am'] })
      .then({ type: 'GoldenQuestionChanged', data: { ...golden, phrases: ['7 am'] } });
    given()
      .when({ type: 'change', ...golden })
      .thenRejected('GOLDEN_QUESTION_UNKNOWN');
  });
  test('stay linked to their conversation until they are reworded', () => {
    const picked = { ...golden, conversation_id: 'c1' };
    const pickedAdded = { type: 'GoldenQuestionAdded' as const, data: picked };
    given(pickedAdded)
      .when({ type: 'change', ...golden, phrases: ['7 am'] })
      .then({ type: 'GoldenQuestionChanged', data: { ...picked, phrases: ['7 am'] } });
    given(pickedAdded)
      .when({ type: 'change', ...golden, question: 'When?' })
      .then({ type: 'GoldenQuestionChanged', data: { ...golden, question: 'When?' } });
  });
  test('are removed', () => {
    const ref = { golden_id: 'g1', client_id: 'acme' };
    given(added)
      .when({ type: 'remove', ...ref })
      .then({ type: 'GoldenQuestionRemoved', data: ref });
    given()
      .when({ type: 'remove', ...ref })
      .thenRejected('GOLDEN_QUESTION_UNKNOWN');
  });
});

describe('golden run', () => {
  test('asks the questions that were not erased', () => {
    given(added, erased)
      .when({ type: 'request_run', ...run, trigger: 'request' })
      .then(requested);
    given(erased)
      .when({ type: 'request_run', ...run, trigger: 'request' })
      .thenRejected('NO_GOLDEN_QUESTIONS');
  });
  test('ends once', () => {
    const completed = { type: 'GoldenRunCompleted' as const, data: { ...run, ...result } };
    given(added, requested)
      .when({ type: 'complete_run', ...run, ...result })
      .then(completed);
    given(added, requested, completed)
      .when({ type: 'complete_run', ...run, ...result })
      .thenNothing();
    given(added, requested, completed)
      .when({ type: 'fail_run', ...run, reason: 'Server error.', encoder: 'use-lite-1' })
      .thenNothing();
  });
  test('is replaced by a later run of the same version', () => {
    const later = { ...requested, data: { ...requested.data, run_id: 'r2' } };
    given(added, requested, later)
      .when({ type: 'complete_run', ...run, ...result })
      .thenNothing();
    const laterOfVersion = { ...later, data: { ...later.data, version_id: 'v1' } };
    given(added, requested, laterOfVersion)
      .when({ type: 'complete_run', ...run, ...result })
      .then({ type: 'GoldenRunCompleted', data: { ...run, ...result } });
  });
  test('judges each question once', () => {
    const judged = {
      ...run,
      golden_id: 'g1',
      conversation_id: null,
      answer: 'At seven.',
      citations: [],
      confidence: 0.9,
      passed: true,
      failures: [],
      missing: [],
    };
    const givenRun = specification(goldenRun);
    const event = { type: 'GoldenQuestionJudged' as const, data: judged };
    givenRun()
      .when({ type: 'judge', ...judged })
      .then(event);
    givenRun(event)
      .when({ type: 'judge', ...judged, passed: false })
      .thenNothing();
  });
});
