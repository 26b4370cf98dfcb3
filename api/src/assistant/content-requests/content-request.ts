import type { DomainEvent, EventData } from '@landline/event-schemas';
import {
  type ContentRequestStatus,
  type ContentRequestStep,
  contentRequestStatusAfter,
} from '@landline/event-schemas/lifecycles/content-request';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';

declare module '../../platform/errors.ts' {
  interface ErrorData {
    CONTENT_REQUEST_STATUS: { status: ContentRequestStatus };
  }
}

type ContentRequestEvent = DomainEvent<
  | 'ContentRequestSubmitted'
  | 'ContentRequestProcessingStarted'
  | 'ContentRequestCompleted'
  | 'ContentRequestRejected'
>;

/** State of a content request; undefined before its submission. */
type ContentRequest =
  | { request_id: string; client_id: string; url: string; status: ContentRequestStatus }
  | undefined;

type ContentRequestCommand =
  | ({ type: 'submit' } & EventData<'ContentRequestSubmitted'>)
  | { type: 'transition'; step: ContentRequestStep; admin_notes: string };

const EVENTS = {
  PROCESS: 'ContentRequestProcessingStarted',
  COMPLETE: 'ContentRequestCompleted',
  REJECT: 'ContentRequestRejected',
} as const;

const STATUSES = {
  ContentRequestProcessingStarted: 'processing',
  ContentRequestCompleted: 'completed',
  ContentRequestRejected: 'rejected',
} as const;

/** A client's request for content (spec 002 §4). */
export const contentRequest: Decider<ContentRequest, ContentRequestCommand, ContentRequestEvent> = {
  initialState: undefined,

  evolve(state, event) {
    if (event.type === 'ContentRequestSubmitted') {
      const { request_id, client_id, url } = event.data;
      return { request_id, client_id, url, status: 'pending' };
    }
    return state && { ...state, status: STATUSES[event.type] };
  },

  decide(command, state) {
    if (command.type === 'submit') {
      if (state && state.client_id !== command.client_id) throw contentRequestUnknown();
      return state ? [] : [{ type: 'ContentRequestSubmitted', data: dataOf(command) }];
    }
    if (!state) throw contentRequestUnknown();
    const { request_id, client_id, status } = state;
    if (contentRequestStatusAfter(status, command.step) === undefined) throw statusConflict(status);
    return [
      { type: EVENTS[command.step], data: { request_id, client_id, admin_notes: command.admin_notes } },
    ];
  },
};

export const contentRequestUnknown = () => notFound('CONTENT_REQUEST_UNKNOWN');

/** Returns the error for a step that the current status does not allow. */
export const statusConflict = (status: ContentRequestStatus) =>
  new DomainError('conflict', 'CONTENT_REQUEST_STATUS', `The request is ${status}; nothing changed.`, {
    data: { status },
  });
