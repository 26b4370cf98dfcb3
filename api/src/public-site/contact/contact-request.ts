import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';

type ContactRequestEvent = DomainEvent<
  'ContactRequestSubmitted' | 'ContactRequestHandled' | 'ContactRequestReopened'
>;

/** Undefined until submitted. */
export type ContactRequestState =
  | { status: 'open' | 'handled'; submission: EventData<'ContactRequestSubmitted'> }
  | undefined;

export type ContactRequestCommand =
  | ({ type: 'submit' } & EventData<'ContactRequestSubmitted'>)
  | { type: 'handle' }
  | { type: 'reopen' };

/** A message from the contact form (spec 000 §3, §4), which staff handle and can reopen. */
export const contactRequest: Decider<ContactRequestState, ContactRequestCommand, ContactRequestEvent> = {
  initialState: undefined,
  readsPersonalData: true,

  evolve(state, event) {
    switch (event.type) {
      case 'ContactRequestSubmitted':
        return { status: 'open', submission: event.data };
      case 'ContactRequestHandled':
        return state && { ...state, status: 'handled' };
      case 'ContactRequestReopened':
        return state && { ...state, status: 'open' };
    }
  },

  decide(command, state) {
    if (command.type === 'submit') {
      const data = dataOf(command);
      if (!state) return [{ type: 'ContactRequestSubmitted', data }];
      if (isDeepStrictEqual(state.submission, data)) return [];
      throw new DomainError(
        'conflict',
        'FORM_SENT',
        'This form has already been sent. Reload the page to send another.',
      );
    }
    if (!state) throw notFound('REQUEST_UNKNOWN');
    const { request_id } = state.submission;
    if (command.type === 'handle') {
      return state.status === 'open' ? [{ type: 'ContactRequestHandled', data: { request_id } }] : [];
    }
    return state.status === 'handled' ? [{ type: 'ContactRequestReopened', data: { request_id } }] : [];
  },
};
