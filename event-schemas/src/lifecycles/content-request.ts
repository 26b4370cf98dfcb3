import { createMachine, getNextTransitions, transition } from 'xstate';
import { z } from 'zod';

/** `pending`: the client asked; `processing`: staff are at it. The last two are final (spec 002 §4). */
export const contentRequestStatus = z.enum(['pending', 'processing', 'completed', 'rejected']);
export type ContentRequestStatus = z.infer<typeof contentRequestStatus>;

export type ContentRequestStep = 'PROCESS' | 'COMPLETE' | 'REJECT';

/** What becomes of a client's request for content. */
export const contentRequestLifecycle = createMachine({
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

const inStatus = (status: ContentRequestStatus) =>
  contentRequestLifecycle.resolveState({ value: status, context: {} });

/** The steps that a request in this status takes, in the order in which they are offered. */
export function contentRequestSteps(status: ContentRequestStatus): ContentRequestStep[] {
  return getNextTransitions(inStatus(status)).map(({ eventType }) => eventType as ContentRequestStep); // the machine's own
}

/** The status after a step, or undefined when a request in this status does not take it. */
export function contentRequestStatusAfter(
  status: ContentRequestStatus,
  step: ContentRequestStep,
): ContentRequestStatus | undefined {
  const snapshot = inStatus(status);
  if (!snapshot.can({ type: step })) return undefined;
  const [next] = transition(contentRequestLifecycle, snapshot, { type: step });
  return contentRequestStatus.parse(next.value);
}

/** The step that leads from one status to another, if one does. */
export function contentRequestStepTo(
  from: ContentRequestStatus,
  to: ContentRequestStatus,
): ContentRequestStep | undefined {
  return contentRequestSteps(from).find((step) => contentRequestStatusAfter(from, step) === to);
}

/** What a step is called, and the note that it leaves where staff write none (spec 002 §4). */
export const CONTENT_REQUEST_STEPS = {
  PROCESS: { label: 'Process', note: '' },
  COMPLETE: { label: 'Complete', note: 'Request completed and content added' },
  REJECT: { label: 'Reject', note: 'Request rejected by admin' },
} as const satisfies Record<ContentRequestStep, { label: string; note: string }>;
