import { expect, test } from 'vitest';
import { systemVersionStatusAfter as after } from './system-version.ts';

test('allows rollback and deletion of inactive versions only', () => {
  expect(after('kept', 'ROLL_BACK')).toBe('rolling_back');
  expect(after('kept', 'DELETE')).toBe('deleted');
  for (const status of ['active', 'rolling_back', 'rollback_failed', 'deleted'] as const) {
    expect(after(status, 'ROLL_BACK')).toBeUndefined();
    expect(after(status, 'DELETE')).toBeUndefined();
  }
});

test('is active after a rollback until something changes', () => {
  expect(after('rolling_back', 'ROLLED_BACK')).toBe('active');
  expect(after('active', 'CHANGE')).toBe('kept');
});

test('resumes or abandons a failed rollback, and abandons a running one', () => {
  expect(after('rolling_back', 'FAIL')).toBe('rollback_failed');
  expect(after('rollback_failed', 'RESUME')).toBe('rolling_back');
  expect(after('rollback_failed', 'ABANDON')).toBe('kept');
  expect(after('rolling_back', 'ABANDON')).toBe('kept');
  expect(after('rolling_back', 'RESUME')).toBeUndefined();
  expect(after('kept', 'ABANDON')).toBeUndefined();
});
