import { expect, test } from 'vitest';
import {
  CONTENT_REQUEST_STEPS,
  contentRequestStatus,
  contentRequestStatusAfter,
  contentRequestSteps,
  contentRequestStepTo,
} from './content-request.ts';

const STATUSES = contentRequestStatus.options;

test('allows processing or rejecting a pending request and completing a processed one', () => {
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

test('reaches each status by at most one step', () => {
  const reached = STATUSES.flatMap((from) =>
    STATUSES.filter((to) => contentRequestStepTo(from, to) !== undefined).map((to) => `${from} ${to}`),
  );
  expect(reached).toEqual(['pending processing', 'pending rejected', 'processing completed']);
});

test('uses the specified labels and notes', () => {
  expect(Object.values(CONTENT_REQUEST_STEPS).map(({ label, note }) => [label, note])).toEqual([
    ['Process', ''],
    ['Complete', 'Request completed and content added'],
    ['Reject', 'Request rejected by admin'],
  ]);
});
