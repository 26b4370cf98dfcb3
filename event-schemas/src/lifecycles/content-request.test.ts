import { expect, test } from 'vitest';
import {
  CONTENT_REQUEST_STEPS,
  contentRequestStatus,
  contentRequestStatusAfter,
  contentRequestSteps,
  contentRequestStepTo,
} from './content-request.ts';

const STATUSES = contentRequestStatus.options;

test('a content request is processed or rejected, then completed; what is over takes no step', () => {
  const table = STATUSES.map((status) => [
    status,
    contentRequestSteps(status).map((step) => `${step} ${contentRequestStatusAfter(status, step)}`),
  ]);
  expect(table).toEqual([
    ['pending', ['PROCESS processing', 'REJECT rejected']],
    ['processing', ['COMPLETE completed']],
    ['completed', []],
    ['rejected', []],
  ]);
  expect(contentRequestStatusAfter('processing', 'REJECT')).toBeUndefined();
});

test('a status is reached by one step or by none', () => {
  const reached = STATUSES.flatMap((from) =>
    STATUSES.filter((to) => contentRequestStepTo(from, to) !== undefined).map((to) => `${from} ${to}`),
  );
  expect(reached).toEqual(['pending processing', 'pending rejected', 'processing completed']);
});

test('the steps are called and noted as specified', () => {
  expect(Object.values(CONTENT_REQUEST_STEPS).map(({ label, note }) => [label, note])).toEqual([
    ['Process', ''],
    ['Complete', 'Request completed and content added'],
    ['Reject', 'Request rejected by admin'],
  ]);
});
