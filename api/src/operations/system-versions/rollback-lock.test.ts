import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { rollbackLock } from './rollback-lock.ts';

const given = specification(rollbackLock);
const [before, until, after] = [
  '2026-03-01T12:00:00.000Z',
  '2026-03-01T12:00:30.000Z',
  '2026-03-01T12:01:00.000Z',
];
const claimOf = (rollback_id: string, expires_at = until) => ({ version_id: 'v1', rollback_id, expires_at });
const claimed = (rollback_id: string, expires_at = until) =>
  ({ type: 'SystemRollbackClaimed', data: claimOf(rollback_id, expires_at) }) as const;
const claim = (rollback_id: string, endedHolder: string | undefined, now = before) => ({
  claim: claimOf(rollback_id),
  endedHolder,
  now,
});

describe('the rollback lock', () => {
  test('is granted to the first rollback', () => {
    given().when(claim('r1', undefined)).then(claimed('r1'));
  });
  test('rejects another rollback until the holder has ended', () => {
    given(claimed('r1')).when(claim('r2', undefined)).thenRejected('ROLLBACK_RUNNING');
    given(claimed('r1')).when(claim('r2', 'r1')).then(claimed('r2'));
  });
  test('rejects a claim based on an outdated holder', () => {
    given(claimed('r1'), claimed('r2')).when(claim('r3', 'r1')).thenRejected('ROLLBACK_RUNNING');
  });
  test('renews an expired claim of its holder', () => {
    given(claimed('r1')).when(claim('r1', undefined)).thenNothing();
    const late = { ...claim('r1', 'r1', after), claim: claimOf('r1', after) };
    given(claimed('r1')).when(late).then(claimed('r1', after));
  });
});
