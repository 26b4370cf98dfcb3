import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { clientAnalytics } from './client-analytics.ts';

const given = specification(clientAnalytics);
const reset = { type: 'AnalyticsReset', data: { client_id: 'acme' } } as const;
const resetCommand = (confirmation: string | undefined) =>
  ({ type: 'reset', client_id: 'acme', confirmation }) as const;

test('resets only with the exact confirmation', () => {
  given().when(resetCommand('DELETE_ALL_DATA')).then(reset);
  for (const wrong of [undefined, '', 'delete_all_data', 'DELETE_ALL_DATA ']) {
    given().when(resetCommand(wrong)).thenRejected('CONFIRMATION_REQUIRED');
  }
});

test('resets repeatedly', () => given(reset).when(resetCommand('DELETE_ALL_DATA')).then(reset));

test('records a shared report with its scope and expiry', () => {
  const data = {
    client_id: 'acme',
    days: 30,
    filter_level: 'basic',
    expires_at: '2026-03-08T00:00:00.000Z',
  } as const;
  given()
    .when({ type: 'share', ...data })
    .then({ type: 'AnalyticsReportShared', data });
});

test('records every revocation of links', () => {
  const data = { client_id: 'acme', revoked_at: '2026-03-08T00:00:00.000Z' };
  const revoked = { type: 'AnalyticsReportLinksRevoked', data } as const;
  given(revoked)
    .when({ type: 'revoke_links', ...data })
    .then(revoked);
});
