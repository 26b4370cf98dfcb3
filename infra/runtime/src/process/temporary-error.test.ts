import { CancelledError, StreamNotFoundError, UnavailableError } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { EventStoreRefusedError } from '../event-store/connection.ts';
import { isTemporaryError } from './temporary-error.ts';

const withCode = (code: string) => Object.assign(new Error('text of a service'), { code });

test.each([
  // Connection lost, standby is read-only, deadlock, serialization, too many connections, lock not available.
  ...['08006', '25006', '40P01', '40001', '53300', '55P03'],
  // Shutdown, crash, starting up, I/O error.
  ...['57P01', '57P02', '57P03', '58030'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'],
])('treats %s as temporary, also as a cause', (code) => {
  expect(isTemporaryError(withCode(code))).toBe(true);
  expect(isTemporaryError(new Error('wrapped', { cause: withCode(code) }))).toBe(true);
});

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'Client is pending destroy.',
  'Client is destroyed.',
  'timeout exceeded when trying to connect',
  'Failed to discover after 10 attempts.',
])('recognizes a temporary error without a code: %s', (message) =>
  expect(isTemporaryError(new Error(message))).toBe(true),
);

test('treats the missing socket of a server as temporary', () => {
  expect(isTemporaryError(Object.assign(withCode('ENOENT'), { syscall: 'connect' }))).toBe(true);
});

test.each([
  // Refused password and user, no such database, no rights, no such table, syntax, unique violation.
  ...['28P01', '28000', '3D000', '42501', '42P01', '42601', '23505'],
  ...['ENOENT', 'EACCES', 'EMAIL_TAKEN'],
])('does not treat %s as temporary, also as a cause', (code) => {
  expect(isTemporaryError(withCode(code))).toBe(false);
  expect(isTemporaryError(new Error('wrapped', { cause: withCode(code) }))).toBe(false);
});

test('does not treat a defect as temporary', () => {
  expect(isTemporaryError(new TypeError('undefined is not a function'))).toBe(false);
  expect(isTemporaryError('a string')).toBe(false);
});

test('does not treat a permanent error as temporary, whatever its cause', () => {
  const cause = Object.assign(new Error('14 UNAVAILABLE: self-signed certificate'), { type: 'unavailable' });
  expect(isTemporaryError(cause)).toBe(true);
  expect(isTemporaryError(new EventStoreRefusedError('not trusted', { cause }))).toBe(false);
});

test("distinguishes the event store's errors", () => {
  const error = Object.assign(new Error('no answer'), { code: 14, details: '', metadata: undefined });
  expect(isTemporaryError(new UnavailableError(error as never))).toBe(true);
  expect(isTemporaryError(new CancelledError(error as never))).toBe(true);
  expect(isTemporaryError(new StreamNotFoundError(error as never, 'log-landline'))).toBe(false);
});
