import type { DomainEvent, EventData } from '@landline/event-schemas';
import { changedSince } from '../clients/client.ts';
import type { Decider } from '../commands/decider.ts';

export type DatasetAccessEvent = DomainEvent<'DatasetAccessGranted' | 'DatasetAccessRevoked'>;

/** An access record: a dataset, or one zip code of it, that a client may see. */
export type AccessRecord = EventData<'DatasetAccessGranted'>;

/** What a client was granted and still has, oldest first. */
export type DatasetAccess = readonly AccessRecord[];

export type DatasetAccessCommand =
  | { type: 'grant'; records: readonly AccessRecord[] }
  | { type: 'revoke'; accessId: string }
  /** Takes one of its events back; access that is given again is under `accessId`. */
  | { type: 'undo'; event: DatasetAccessEvent; accessId: string };

/** A client's access to datasets (spec 001 §3, §4). Granting what it has, or revoking what it has not, changes nothing. */
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
          .filter((record) => !state.some((known) => isSame(known, record)))
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

/** What was granted can be taken back while it is there, and what was revoked be given again while it is not. */
export function isAccessUndoable({ type, data }: DatasetAccessEvent, state: DatasetAccess): boolean {
  return type === 'DatasetAccessGranted'
    ? state.some(({ access_id }) => access_id === data.access_id)
    : !state.some((known) => isSame(known, data));
}

const isSame = (one: AccessRecord, other: AccessRecord) =>
  one.dataset_key === other.dataset_key && one.zip_code === other.zip_code;
