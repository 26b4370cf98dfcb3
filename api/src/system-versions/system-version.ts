import type { DomainEvent, EventData } from '@landline/event-schemas';
import {
  type SystemVersionStatus,
  type SystemVersionStep,
  systemVersionStatusAfter,
} from '@landline/event-schemas/lifecycles/system-version';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type SystemVersionEvent = DomainEvent<
  'SystemVersionCreated' | 'SystemRollbackRequested' | 'SystemVersionRolledBack' | 'SystemVersionDeleted'
>;

export type SystemVersionState =
  | (EventData<'SystemVersionCreated'> & { deleted: boolean; rollback: string | undefined })
  | undefined;

export type SystemVersionCommand =
  | ({ type: 'create' } & EventData<'SystemVersionCreated'>)
  /** `active`: the configuration is this version's at present, which its own stream does not tell. */
  | ({ type: 'roll_back'; version_name: string; active: boolean } & Omit<
      EventData<'SystemRollbackRequested'>,
      'version_id'
    >)
  | { type: 'finish_rollback'; rollback_id: string; as_of: string }
  | { type: 'delete'; active: boolean; reason: EventData<'SystemVersionDeleted'>['reason'] };

/** A version of the configuration: made, rolled back to, deleted (spec 002 §4). */
export const systemVersion: Decider<SystemVersionState, SystemVersionCommand, SystemVersionEvent> = {
  initialState: undefined,

  evolve(state, event) {
    switch (event.type) {
      case 'SystemVersionCreated':
        return { ...event.data, deleted: false, rollback: undefined };
      case 'SystemRollbackRequested':
        return state && { ...state, rollback: event.data.rollback_id };
      case 'SystemVersionRolledBack':
        return state && { ...state, rollback: undefined };
      case 'SystemVersionDeleted':
        return state && { ...state, deleted: true };
    }
  },

  decide(command, state) {
    if (command.type === 'create') {
      const { type: _, ...data } = command;
      return state ? [] : [{ type: 'SystemVersionCreated', data }];
    }
    if (!state || state.deleted) throw systemVersionUnknown();
    const { version_id } = state;
    switch (command.type) {
      case 'roll_back': {
        const { rollback_id, differences, emergency_version_id, version_name, active } = command;
        if (version_name !== state.version_name) throw otherName();
        assertTakes(statusOf(state, active), 'ROLL_BACK');
        return [
          {
            type: 'SystemRollbackRequested',
            data: { version_id, rollback_id, differences, emergency_version_id },
          },
        ];
      }
      case 'finish_rollback': {
        const { rollback_id, as_of } = command;
        if (state.rollback !== rollback_id) return [];
        return [{ type: 'SystemVersionRolledBack', data: { version_id, rollback_id, as_of } }];
      }
      case 'delete':
        assertTakes(statusOf(state, command.active), 'DELETE');
        return [{ type: 'SystemVersionDeleted', data: { version_id, reason: command.reason } }];
    }
  },
};

function statusOf({ rollback }: NonNullable<SystemVersionState>, active: boolean): SystemVersionStatus {
  if (rollback !== undefined) return 'rolling_back';
  return active ? 'active' : 'kept';
}

function assertTakes(status: SystemVersionStatus, step: SystemVersionStep): void {
  if (systemVersionStatusAfter(status, step) !== undefined) return;
  if (status === 'active') {
    throw new DomainError(
      'rule_broken',
      'SYSTEM_VERSION_ACTIVE',
      'This version is active. Only versions that are not active can be rolled back to or deleted.',
    );
  }
  throw new DomainError(
    'conflict',
    'ROLLBACK_RUNNING',
    'A rollback is running. Please try again when it has finished.',
  );
}

export const systemVersionUnknown = () =>
  new DomainError('not_found', 'SYSTEM_VERSION_UNKNOWN', 'The requested resource was not found.');

const otherName = () =>
  new DomainError('rule_broken', 'VERSION_NAME_DIFFERS', 'This is not the name of the version.');
