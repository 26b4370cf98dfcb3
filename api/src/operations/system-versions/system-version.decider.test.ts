import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { systemVersion } from './system-version.ts';

const given = specification(systemVersion);
const data = {
  version_id: 'v1',
  version_name: 'Before the spring campaign',
  description: 'Manual backup created via admin interface',
  kind: 'named',
  position: '1200',
  file_count: 12,
} as const;
const created = { type: 'SystemVersionCreated', data } as const;
const rollbackData = { rollback_id: 'r1', differences: 3, emergency_version_id: 'e1' };
const rollBackCommand = {
  type: 'roll_back',
  ...rollbackData,
  version_name: data.version_name,
  active: false,
} as const;
const requested = { type: 'SystemRollbackRequested', data: { version_id: 'v1', ...rollbackData } } as const;
const finish = { type: 'finish_rollback', rollback_id: 'r1', as_of: '1300' } as const;
const rolledBack = {
  type: 'SystemVersionRolledBack',
  data: { version_id: 'v1', rollback_id: 'r1', as_of: '1300' },
} as const;
const rollbackIds = { version_id: 'v1', rollback_id: 'r1' };
const fail = { type: 'fail_rollback', rollback_id: 'r1', reason: 'Rejected', remaining: 2 } as const;
const failed = {
  type: 'SystemRollbackFailed',
  data: { ...rollbackIds, reason: 'Rejected', remaining: 2 },
} as const;
const resume = { type: 'resume_rollback' } as const;
const resumed = { type: 'SystemRollbackResumed', data: rollbackIds } as const;
const abandon = { type: 'abandon_rollback' } as const;
const abandoned = { type: 'SystemRollbackAbandoned', data: rollbackIds } as const;
const remove = { type: 'delete', active: false, reason: 'deleted' } as const;
const deleted = { type: 'SystemVersionDeleted', data: { version_id: 'v1', reason: 'deleted' } } as const;

describe('a system version', () => {
  test('is created once', () => {
    given()
      .when({ type: 'create', ...data })
      .then(created);
    given(created)
      .when({ type: 'create', ...data })
      .thenNothing();
  });
  test('accepts a rollback with the matching name, and another one after it finished', () => {
    given(created).when(rollBackCommand).then(requested);
    given(created)
      .when({ ...rollBackCommand, version_name: 'Another' })
      .thenRejected('VERSION_NAME_DIFFERS');
    given(created, requested, rolledBack).when(rollBackCommand).then(requested);
  });
  test('rejects rollback and deletion while active', () => {
    given(created)
      .when({ ...rollBackCommand, active: true })
      .thenRejected('SYSTEM_VERSION_ACTIVE');
    given(created)
      .when({ ...remove, active: true })
      .thenRejected('SYSTEM_VERSION_ACTIVE');
  });
  test('rejects another rollback and deletion while a rollback runs', () => {
    given(created, requested).when(rollBackCommand).thenRejected('ROLLBACK_RUNNING');
    given(created, requested).when(remove).thenRejected('ROLLBACK_RUNNING');
  });
  test('finishes a running rollback once and ignores other rollback ids', () => {
    given(created, requested).when(finish).then(rolledBack);
    given(created, requested, rolledBack).when(finish).thenNothing();
    given(created, requested)
      .when({ ...finish, rollback_id: 'r2' })
      .thenNothing();
  });
  test('records a failed rollback once and rejects other steps until it is resumed or abandoned', () => {
    given(created, requested).when(fail).then(failed);
    given(created, requested, failed).when(fail).thenNothing();
    given(created, requested, failed).when(finish).thenNothing();
    given(created, requested, failed).when(rollBackCommand).thenRejected('ROLLBACK_FAILED');
    given(created, requested, failed).when(remove).thenRejected('ROLLBACK_FAILED');
  });
  test('resumes only a failed rollback', () => {
    given(created, requested, failed).when(resume).then(resumed);
    given(created, requested, failed, resumed).when(finish).then(rolledBack);
    given(created, requested).when(resume).thenRejected('NO_FAILED_ROLLBACK');
    given(created).when(resume).thenRejected('NO_FAILED_ROLLBACK');
  });
  test('abandons a running or failed rollback, which allows another one', () => {
    given(created, requested, failed).when(abandon).then(abandoned);
    given(created, requested).when(abandon).then(abandoned);
    given(created, requested, abandoned).when(finish).thenNothing();
    given(created, requested, abandoned).when(rollBackCommand).then(requested);
    given(created).when(abandon).thenRejected('NO_ROLLBACK');
  });
  test('is unknown before creation and after deletion', () => {
    given(created).when(remove).then(deleted);
    given(created, deleted).when(remove).thenRejected('SYSTEM_VERSION_UNKNOWN');
    given(created, deleted).when(rollBackCommand).thenRejected('SYSTEM_VERSION_UNKNOWN');
    given().when(remove).thenRejected('SYSTEM_VERSION_UNKNOWN');
  });
});
