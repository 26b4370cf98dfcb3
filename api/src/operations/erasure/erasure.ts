import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';

type ErasureEvent = DomainEvent<'ErasureRequested' | 'ErasureApproved' | 'ErasureDeclined' | 'PersonErased'>;
type Command =
  | ({ type: 'request' } & EventData<'ErasureRequested'>)
  /** `isOnlySuperAdmin`: true if the approver was the only SuperAdmin able to sign in during the last 24 hours. */
  | { type: 'approve'; isRequester: boolean; isOnlySuperAdmin: boolean }
  /** `abandon`: declines an approved request that can no longer be carried out. */
  | { type: 'decline' | 'abandon' | 'finish' };

type Status = 'requested' | 'approved' | 'declined' | 'erased';
export type Erasure = (EventData<'ErasureRequested'> & { readonly status: Status }) | undefined;

/** Erasure request of a person: requested, then approved or declined; if approved, erased or declined after all. */
export const erasure: Decider<Erasure, Command, ErasureEvent> = {
  initialState: undefined,
  evolve(state, event) {
    switch (event.type) {
      case 'ErasureRequested':
        return { ...event.data, status: 'requested' };
      case 'ErasureApproved':
        return state && { ...state, status: 'approved' };
      case 'ErasureDeclined':
        return state && { ...state, status: 'declined' };
      case 'PersonErased':
        return state && { ...state, status: 'erased' };
    }
  },
  decide(command, state) {
    if (command.type === 'request') return state ? [] : [{ type: 'ErasureRequested', data: dataOf(command) }];
    if (!state) throw notFound('ERASURE_UNKNOWN');
    const { erasure_id, subjects, status } = state;
    switch (command.type) {
      case 'approve':
        if (status === 'declined') throw alreadyDecided();
        if (status === 'requested' && command.isRequester && !command.isOnlySuperAdmin)
          throw secondApproverRequired();
        return status === 'requested' ? [{ type: 'ErasureApproved', data: { erasure_id } }] : [];
      case 'decline':
        if (status === 'approved' || status === 'erased') throw alreadyDecided();
        return status === 'requested' ? [{ type: 'ErasureDeclined', data: { erasure_id } }] : [];
      case 'abandon':
        return status === 'approved' ? [{ type: 'ErasureDeclined', data: { erasure_id } }] : [];
      case 'finish':
        return status === 'approved' ? [{ type: 'PersonErased', data: { erasure_id, subjects } }] : [];
    }
  },
};

const alreadyDecided = () =>
  new DomainError('rule_broken', 'ERASURE_DECIDED', 'This request has already been decided.');

const secondApproverRequired = () =>
  new DomainError(
    'rule_broken',
    'SECOND_APPROVER_REQUIRED',
    'You requested this erasure, so another SuperAdmin has to approve it.',
  );

export const alreadyRequested = () =>
  new DomainError('conflict', 'ERASURE_REQUESTED', 'The erasure of this data has already been requested.');

export const personUnknown = () =>
  new DomainError(
    'not_found',
    'PERSON_UNKNOWN',
    'No personal data was found for this person, or it has already been erased.',
  );
