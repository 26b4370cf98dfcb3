import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { billing } from './billing.ts';

const given = specification(billing);
const check = (used_messages: number, month = '2026-03', included_messages: number | null = 1000) =>
  ({ type: 'check', client_id: 'acme', month, used_messages, included_messages }) as const;
const raised = (percentage: number, used_messages: number, month = '2026-03') =>
  ({
    type: 'BillingAlertRaised',
    data: { client_id: 'acme', month, percentage, used_messages, included_messages: 1000 },
  }) as const;

test('raises no alert below 80%', () => given().when(check(799)).thenNothing());
test('raises an alert at 80%', () => given().when(check(800)).then(raised(80, 800)));
test('raises each alert once a month', () => given(raised(80, 800)).when(check(950)).thenNothing());
test('raises an alert at 100%', () => given(raised(80, 800)).when(check(1000)).then(raised(100, 1000)));
test('raises both alerts if the first was missed', () =>
  given().when(check(1200)).then(raised(80, 1200), raised(100, 1200)));
test('raises alerts again in another month', () =>
  given(raised(80, 800))
    .when(check(800, '2026-04'))
    .then(raised(80, 800, '2026-04')));
test('raises no alert for an unlimited plan', () =>
  given()
    .when(check(1_000_000, '2026-03', null))
    .thenNothing());
