import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { rescoring } from './rescoring.ts';

const run = { run_id: 'r1', dataset_key: 'hawthorne', scope: 'everyone' };
const requested = { type: 'RescoringRequested', data: run } as const;
const cancelled = { type: 'RescoringCancelled', data: run } as const;
const rescored = {
  type: 'CandidatesRescored',
  data: { ...run, model_hash: 'h', as_of: '7', count: 1, checksum: 'c', milliseconds: 1 },
} as const;

describe('rescoring', () => {
  const given = specification(rescoring);
  test('can be requested repeatedly', () =>
    given(requested)
      .when({ type: 'request', ...run })
      .then(requested));
  test('can be canceled, even when an import or a model started it', () =>
    given()
      .when({ type: 'cancel', ...run })
      .then(cancelled));
  test('is canceled once', () =>
    given(cancelled)
      .when({ type: 'cancel', ...run })
      .then());
  test('cannot be canceled after it has completed', () =>
    given(requested, rescored)
      .when({ type: 'cancel', ...run })
      .thenRejected('RUN_NOT_CANCELABLE'));
});
