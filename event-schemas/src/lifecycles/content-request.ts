import { createMachine, getNextTransitions } from 'xstate';
import { z } from 'zod';
import { statusAfter } from './lifecycle.ts';

/** `pending`: submitted; `processing`: staff are working on it. The last two are final (spec 002 §4). */
export const contentRequestStatus = z.enum(['pending', 'processing', 'completed', 'rejected']);
export type ContentRequestStatus = z.infer<typeof contentRequestStatus>;

export type ContentRequestStep = 'PROCESS' | 'COMPLETE' | 'REJECT';

/** Life cycle of a client's content request. */
const contentRequestLifecycle = createMachine({
  types: {} as { events: { type: ContentRequestStep } },
  id: 'contentRequest',
  initial: 'pending',
  states: {
    pending: { on: { PROCESS: 'processing', REJECT: 'rejected' } },
    processing: { on: { COMPLETE: 'completed' } },
    completed: { type: 'final' },
    rejected: { type: 'final' },
  },
});

/** Returns the steps available in a status, in display order. */
export function contentRequestSteps(status: ContentRequestStatus): ContentRequestStep[] {
  const snapshot = contentRequestLifecycle.resolveState({ value: status, context: {} });
  return getNextTransitions(snapshot).map(({ eventType }) => eventType as ContentRequestStep);
}

export const contentRequestStatusAfter = statusAfter<ContentRequestStatus, ContentRequestStep>(
  contentRequestLifecycle,
  contentRequestStatus,
);

/** Returns the step from one status to another, or undefined. */
export function contentRequestStepTo(
  from: ContentRequestStatus,
  to: ContentRequestStatus,
): ContentRequestStep | undefined {
  return contentRequestSteps(from).find((step) => contentRequestStatusAfter(from, step) === to);
}

/** Labels of the steps, and the notes recorded when staff write none (spec 002 §4). */
export const CONTENT_REQUEST_STEPS = {
  PROCESS: { label: 'Process', note: '' },
  COMPLETE: { label: 'Complete', note: 'Request completed and content added' },
  REJECT: { label: 'Reject', note: 'Request rejected by admin' },
} as const satisfies Record<ContentRequestStep, { label: string; note: string }>;
