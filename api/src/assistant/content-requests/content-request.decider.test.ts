import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { contentRequest } from './content-request.ts';

const given = specification(contentRequest);
const ids = { request_id: 'r1', client_id: 'c1' };
const data = { ...ids, url: 'https://a.example/', description: '', priority: 'medium' } as const;
const submitted = { type: 'ContentRequestSubmitted', data } as const;
const transition = (step: 'PROCESS' | 'COMPLETE' | 'REJECT', admin_notes = '') =>
  ({ type: 'transition', step, admin_notes }) as const;
const started = { type: 'ContentRequestProcessingStarted', data: { ...ids, admin_notes: '' } } as const;

test('submits a request once', () => {
  given()
    .when({ type: 'submit', ...data })
    .then(submitted);
  given(submitted)
    .when({ type: 'submit', ...data })
    .thenNothing();
});
test('rejects a request id that belongs to another client', () => {
  given(submitted)
    .when({ type: 'submit', ...data, client_id: 'c2' })
    .thenRejected('CONTENT_REQUEST_UNKNOWN');
});
test('processes and completes a pending request', () => {
  given(submitted).when(transition('PROCESS')).then(started);
  given(submitted, started)
    .when(transition('COMPLETE', 'Done'))
    .then({ type: 'ContentRequestCompleted', data: { ...ids, admin_notes: 'Done' } });
});
test('rejects a pending request', () => {
  given(submitted)
    .when(transition('REJECT', 'No'))
    .then({ type: 'ContentRequestRejected', data: { ...ids, admin_notes: 'No' } });
});
test('rejects steps that the status does not allow', () => {
  given(submitted).when(transition('COMPLETE')).thenRejected('CONTENT_REQUEST_STATUS');
  given(submitted, started).when(transition('REJECT')).thenRejected('CONTENT_REQUEST_STATUS');
  given(submitted, started).when(transition('PROCESS')).thenRejected('CONTENT_REQUEST_STATUS');
  given(submitted, { type: 'ContentRequestRejected', data: { ...ids, admin_notes: '' } })
    .when(transition('PROCESS'))
    .thenRejected('CONTENT_REQUEST_STATUS');
});
test('rejects steps of an unknown request', () => {
  given().when(transition('PROCESS')).thenRejected('CONTENT_REQUEST_UNKNOWN');
});
