import type { DomainEvent, EventData } from '@landline/event-schemas';
import {
  type SystemVersionStatus,
  type SystemVersionStep,
  systemVersionStatusAfter,
} from '@landline/event-schemas/lifecycles/system-version';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';

type SystemVersionEvent = DomainEvent<
  | 'SystemVersionCreated'
  | 'SystemRollbackRequested'
  | 'SystemRollbackFailed'
  | 'SystemRollbackResumed'
  | 'SystemRollbackAbandoned'
  | 'SystemVersionRolledBack'
  | 'SystemVersionDeleted'
>;

interface Rollback {
  id: string;
  failed: boolean;
}
export type SystemVersionState =
  | (EventData<'SystemVersionCreated'> & {
      deleted: boolean;
      rollback: Rollback | undefined;
      /** Id of the last rollback that started; stays set after it ends. */
      last_rollback_id: string | undefined;
    })
  | undefined;

export type SystemVersionCommand =
  | ({ type: 'create' } & EventData<'SystemVersionCreated'>)
  /** `active`: whether the current configuration is this version's, which the version's stream does not show. */
  | ({ type: 'roll_back'; version_name: string; active: boolean } & Omit<
      EventData<'SystemRollbackRequested'>,
      'version_id'
    >)
  | { type: 'finish_rollback'; rollback_id: string; as_of: string }
  | { type: 'fail_rollback'; rollback_id: string; reason: string; remaining: number }
  | { type: 'resume_rollback' | 'abandon_rollback' }
  | { type: 'delete'; active: boolean; reason: EventData<'SystemVersionDeleted'>['reason'] };

/** Version of the configuration (spec 002 §4). */
export const systemVersion: Decider<SystemVersionState, SystemVersionCommand, SystemVersionEvent> = {
  initialState: undefined,

  evolve(state, event) {
    switch (event.type) {
      case 'SystemVersionCreated':
        return { ...event.data, deleted: false, rollback: undefined, last_rollback_id: undefined };
      case 'SystemRollbackRequested':
      case 'SystemRollbackResumed': {
        const { rollback_id: id } = event.data;
        return state && { ...state, rollback: { id, failed: false }, last_rollback_id: id };
      }
      case 'SystemRollbackFailed':
        return state && { ...state, rollback: { id: event.data.rollback_id, failed: true } };
      case 'SystemRollbackAbandoned':
      case 'SystemVersionRolledBack':
        return state && { ...state, rollback: undefined };
      case 'SystemVersionDeleted':
        return state && { ...state, deleted: true };
    }
  },

  decide(command, state) {
    if (command.type === 'create')
      return state ? [] : [{ type: 'SystemVersionCreated', data: dataOf(command) }];
    if (!state || state.deleted) throw systemVersionUnknown();
    const { version_id } = state;
    switch (command.type) {
      case 'roll_back': {
        const { rollback_id, differences, emergency_version_id, version_name, active } = command;
        if (version_name !== state.version_name) throw wrongVersionName();
        assertAllowed(statusOf(state, active), 'ROLL_BACK');
        return [
          {
            type: 'SystemRollbackRequested',
            data: { version_id, rollback_id, differences, emergency_version_id },
          },
        ];
      }
      case 'finish_rollback': {
        const { rollback_id, as_of } = command;
        if (!isRunning(state, rollback_id)) return [];
        return [{ type: 'SystemVersionRolledBack', data: { version_id, rollback_id, as_of } }];
      }
      case 'fail_rollback': {
        const { rollback_id, reason, remaining } = command;
        if (!isRunning(state, rollback_id)) return [];
        return [{ type: 'SystemRollbackFailed', data: { version_id, rollback_id, reason, remaining } }];
      }
      case 'resume_rollback':
      case 'abandon_rollback': {
        const { rollback } = state;
        const resumes = command.type === 'resume_rollback';
        const step = resumes ? 'RESUME' : 'ABANDON';
        if (!rollback || systemVersionStatusAfter(statusOf(state, false), step) === undefined)
          throw resumes ? nothingToResume() : nothingToAbandon();
        const type = resumes ? 'SystemRollbackResumed' : 'SystemRollbackAbandoned';
        return [{ type, data: { version_id, rollback_id: rollback.id } }];
      }
      case 'delete':
        assertAllowed(statusOf(state, command.active), 'DELETE');
        return [{ type: 'SystemVersionDeleted', data: { version_id, reason: command.reason } }];
    }
  },
};

/** Returns whether this rollback is in progress: it has started, and has not finished, failed or been abandoned. */
export function isRunning(state: SystemVersionState, rollback_id: string): boolean {
  return state?.rollback?.id === rollback_id && !state.rollback.failed;
}

/** Returns whether this rollback has finished, failed or been abandoned; undefined before it starts. */
export function isFinished(state: SystemVersionState, rollback_id: string): boolean | undefined {
  return state?.last_rollback_id === rollback_id ? !isRunning(state, rollback_id) : undefined;
}

function statusOf({ rollback }: NonNullable<SystemVersionState>, active: boolean): SystemVersionStatus {
  if (rollback !== undefined) return rollback.failed ? 'rollback_failed' : 'rolling_back';
  return active ? 'active' : 'kept';
}

function assertAllowed(status: SystemVersionStatus, step: SystemVersionStep): void {
  if (systemVersionStatusAfter(status, step) !== undefined) return;
  if (status === 'active') {
    throw new DomainError(
      'rule_broken',
      'SYSTEM_VERSION_ACTIVE',
      'This version is active. Only inactive versions can be rolled back to or deleted.',
    );
  }
  throw status === 'rollback_failed' ? rollbackFailed() : rollbackRunning();
}

export const rollbackRunning = () =>
  new DomainError('conflict', 'ROLLBACK_RUNNING', 'A rollback is running. Try again when it has finished.');

const rollbackFailed = () =>
  new DomainError(
    'conflict',
    'ROLLBACK_FAILED',
    'The rollback to this version failed. Resume or abandon it first.',
  );

const nothingToResume = () =>
  new DomainError('conflict', 'NO_FAILED_ROLLBACK', 'No rollback to this version has failed.');

const nothingToAbandon = () =>
  new DomainError('conflict', 'NO_ROLLBACK', 'No rollback to this version is running or has failed.');

export const systemVersionUnknown = () => notFound('SYSTEM_VERSION_UNKNOWN');

const wrongVersionName = () =>
  new DomainError('rule_broken', 'VERSION_NAME_DIFFERS', 'The name does not match the version.');
