import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { changedSince } from '../../platform/errors.ts';

export type DatasetAccessEvent = DomainEvent<'DatasetAccessGranted' | 'DatasetAccessRevoked'>;

/** A dataset, or one ZIP code of it, granted to a client. */
export type AccessRecord = EventData<'DatasetAccessGranted'>;

/** A client's current access records, oldest first. */
export type DatasetAccess = readonly AccessRecord[];

export type DatasetAccessCommand =
  | { type: 'grant'; records: readonly AccessRecord[] }
  | { type: 'revoke'; accessId: string }
  /** Reverts an event; restored access gets `accessId`. */
  | { type: 'undo'; event: DatasetAccessEvent; accessId: string };

/** A client's access to datasets (spec 001 §3, §4). Repeated grants and revocations change nothing. */
export const datasetAccess: Decider<DatasetAccess, DatasetAccessCommand, DatasetAccessEvent> = {
  initialState: [],

  evolve(state, { type, data }) {
    switch (type) {
      case 'DatasetAccessGranted':
        return [...state, data];
      case 'DatasetAccessRevoked':
        return state.filter(({ access_id }) => access_id !== data.access_id);
    }
  },

  decide(command, state) {
    switch (command.type) {
      case 'grant':
        return command.records
          .filter((record) => !state.some((existing) => isSame(existing, record)))
          .map((data) => ({ type: 'DatasetAccessGranted', data }));
      case 'revoke': {
        const record = state.find(({ access_id }) => access_id === command.accessId);
        return record ? [{ type: 'DatasetAccessRevoked', data: record }] : [];
      }
      case 'undo': {
        const { event, accessId } = command;
        if (!isAccessUndoable(event, state)) throw changedSince();
        return event.type === 'DatasetAccessGranted'
          ? [{ type: 'DatasetAccessRevoked', data: event.data }]
          : [{ type: 'DatasetAccessGranted', data: { ...event.data, access_id: accessId } }];
      }
    }
  },
};

export const isAccessEvent = (event: DomainEvent): event is DatasetAccessEvent =>
  event.type === 'DatasetAccessGranted' || event.type === 'DatasetAccessRevoked';

/**
 * Returns whether an event can be undone: a grant while it lasts, a revocation while the dataset is not granted
 * again.
 */
export function isAccessUndoable({ type, data }: DatasetAccessEvent, state: DatasetAccess): boolean {
  return type === 'DatasetAccessGranted'
    ? state.some(({ access_id }) => access_id === data.access_id)
    : !state.some((existing) => isSame(existing, data));
}

const isSame = (a: AccessRecord, b: AccessRecord) =>
  a.dataset_key === b.dataset_key && a.zip_code === b.zip_code;
