import { impersonationStatusAfter } from '@landline/event-schemas/lifecycles/impersonation';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../../shared/http/errors.ts';
import type { SignedInClient } from '../../platform/session/user.ts';
import { impersonationMachine } from './machine.ts';

const client: SignedInClient = {
  id: 'client',
  name: 'Client',
  email: '',
  adminName: '',
  planTier: 'pro',
  has_ai_assistant: true,
  has_geo_leads: true,
  has_custom_solution: false,
  product_config: { demo_mode: false },
};

function impersonation({
  start = async () => client,
  stop = async () => {},
}: {
  start?: () => Promise<SignedInClient>;
  stop?: () => Promise<void>;
} = {}) {
  const notified: (string | null)[] = [];
  const states: string[] = [];
  const actor = createActor(
    impersonationMachine.provide({
      actors: { start: fromPromise<SignedInClient, string>(start), stop: fromPromise<void>(stop) },
      actions: {
        notifyStarted: (_, params) => notified.push(params.client.id),
        notifyStopped: () => notified.push(null),
      },
    }),
  );
  actor.subscribe(({ value }) => {
    if (states.at(-1) !== value) states.push(value);
  });
  actor.start();
  const waitForState = (state: 'inactive' | 'active') =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  return { actor, notified, states, waitForState };
}

test('follows the life cycle and notifies the session', async () => {
  const { actor, notified, states, waitForState } = impersonation();
  actor.send({ type: 'START', clientId: 'client' });
  await waitForState('active');
  expect(actor.getSnapshot().context.client).toEqual(client);
  actor.send({ type: 'STOP' });
  await waitForState('inactive');
  expect(actor.getSnapshot().context.client).toBeNull();
  expect(notified).toEqual(['client', null]);
  expect(states).toEqual(['inactive', 'starting', 'active', 'stopping', 'inactive']);
  const steps = ['START', 'STARTED', 'STOP', 'STOPPED'] as const;
  const allowed = steps.map((step, index) => impersonationStatusAfter(states[index] as 'inactive', step));
  expect(allowed).toEqual(states.slice(1));
});

test('stops after a start that was canceled, and never notifies the session of it', async () => {
  const { promise, resolve } = Promise.withResolvers<SignedInClient>();
  const { actor, notified, states, waitForState } = impersonation({ start: () => promise });
  actor.send({ type: 'START', clientId: 'client' });
  actor.send({ type: 'STOP' });
  resolve(client);
  await waitForState('inactive');
  expect(notified).toEqual([null]);
  expect(states).toEqual(['inactive', 'starting', 'stopping', 'inactive']);
});

test('stops even if the server does not respond', async () => {
  const { actor, notified, waitForState } = impersonation({ stop: () => Promise.reject(new ApiError(0)) });
  actor.send({ type: 'SYNC', client });
  actor.send({ type: 'STOP' });
  await waitForState('inactive');
  expect(notified).toEqual([null]);
});

test.each([
  { error: new ApiError(404), text: 'Client not found' },
  { error: new ApiError(503), text: 'Failed to fetch client data' },
  { error: new ApiError(403), text: 'Failed to start impersonation. Please try again.' },
  { error: new ApiError(0), text: 'Error starting impersonation. Please try again.' },
  { error: new Error('?'), text: 'Error starting impersonation. Please try again.' },
])('shows "$text" if the start fails', async ({ error, text }) => {
  const { actor, notified } = impersonation({ start: () => Promise.reject(error) });
  actor.send({ type: 'START', clientId: 'client' });
  const after = await waitFor(actor, ({ context }) => context.problem !== null);
  expect(after.matches('inactive')).toBe(true);
  expect(after.context.problem).toBe(text);
  expect(notified).toEqual([]);
});

test('follows impersonations that another tab starts and stops', () => {
  const { actor, notified } = impersonation();
  actor.send({ type: 'SYNC', client });
  expect(actor.getSnapshot().hasTag('acting')).toBe(true);
  actor.send({ type: 'SYNC', client: null });
  expect(actor.getSnapshot().matches('inactive')).toBe(true);
  expect(notified).toEqual([]);
});
