import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { impersonation } from './impersonation.ts';

const given = specification(impersonation);
const data = { impersonation_id: 'i1', user_id: 'super', client_id: 'c1', session_id: 's1' };
const started = { type: 'ImpersonationStarted', data } as const;
const stopped = { type: 'ImpersonationStopped', data: { ...data, reason: 'exited' } } as const;
const start = { type: 'start', ...data } as const;
const stop = { type: 'stop', reason: 'exited' } as const;

test('starts once', () => {
  given().when(start).then(started);
  given(started).when(start).thenNothing();
});
test('stops once with a reason', () => {
  given(started).when(stop).then(stopped);
  given(started)
    .when({ type: 'stop', reason: 'session_ended' })
    .then({ type: 'ImpersonationStopped', data: { ...data, reason: 'session_ended' } });
  given(started, stopped).when(stop).thenNothing();
});
test('rejects restarting an ended impersonation or switching its client', () => {
  given(started)
    .when({ ...start, client_id: 'c2' })
    .thenRejected('IMPERSONATION_ENDED');
  given(started, stopped).when(start).thenRejected('IMPERSONATION_ENDED');
});
test('rejects stopping before the start', () => given().when(stop).thenRejected('NOT_FOUND'));
