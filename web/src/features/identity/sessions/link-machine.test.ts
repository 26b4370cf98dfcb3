import { expect, test } from 'vitest';
import { createActor, fromPromise, toPromise, waitFor } from 'xstate';
import { ApiError } from '../../../shared/http/errors.ts';
import type { Credentials, UserKind } from '../../platform/session/user.ts';
import type { LinkValidation } from './api/links.ts';
import { linkMachine } from './link-machine.ts';

const user = { email: 'carl@client.test', clientName: 'Client', firstName: 'Carl', lastName: 'Client' };
const valid: LinkValidation = { valid: true, purpose: 'setup', user };
const password = { password: 'Correct-Horse-1', confirmPassword: 'Correct-Horse-1', problem: null };

interface MachineOptions {
  userKind?: UserKind;
  token?: string;
  purpose?: 'setup' | 'reset';
  validate?: () => Promise<LinkValidation>;
  complete?: () => Promise<void>;
  signIn?: () => Promise<void>;
}

async function openLink({
  userKind = 'client',
  token = 't',
  purpose = 'setup',
  ...options
}: MachineOptions = {}) {
  const signedIn: Credentials[] = [];
  const actor = createActor(
    linkMachine.provide({
      actors: {
        validate: fromPromise(options.validate ?? (async () => ({ ...valid, purpose }))),
        complete: fromPromise(options.complete ?? (async () => {})),
        signIn: fromPromise<void, Credentials>(async ({ input }) => {
          signedIn.push(input);
          await options.signIn?.();
        }),
      },
    }),
    { input: { userKind, token, purpose } },
  ).start();
  await waitFor(actor, (state) => state.matches('form') || state.matches('invalid'));
  return { actor, signedIn };
}

test.each<{ label: string; options: MachineOptions; text: string }>([
  {
    label: 'without a token',
    options: { token: '' },
    text: 'Invalid setup link. Please check your email for the correct link.',
  },
  {
    label: 'that is used up',
    options: { validate: async () => ({ valid: false, purpose: 'setup', error: 'This link was used.' }) },
    text: 'This link was used.',
  },
  {
    label: 'that is unknown',
    options: { validate: async () => ({ valid: false, purpose: 'setup' }) },
    text: 'Invalid or expired setup link',
  },
  {
    label: 'that cannot be validated',
    options: { validate: () => Promise.reject(new ApiError(0)) },
    text: 'Error validating setup link. Please try again.',
  },
])('rejects a link $label and shows the reason', async ({ options, text }) => {
  const { actor } = await openLink(options);
  expect(actor.getSnapshot().matches('invalid')).toBe(true);
  expect(actor.getSnapshot().context.problem).toBe(text);
});

test('signs in after setup and drops the password', async () => {
  const { actor, signedIn } = await openLink();
  actor.send({ type: 'SUBMIT', ...password });
  expect(await toPromise(actor)).toEqual({ to: null });
  expect(signedIn).toEqual([{ userKind: 'client', email: user.email, password: password.password }]);
  expect(actor.getSnapshot().context.password).toBe('');
});

test('reports the completed setup on the login page if sign-in fails', async () => {
  const { actor } = await openLink({ signIn: () => Promise.reject(new Error('no')) });
  actor.send({ type: 'SUBMIT', ...password });
  expect(await toPromise(actor)).toEqual({ to: '/client/login?setup=complete' });
});

test.each([
  { userKind: 'client', to: '/client/login?reset=success' },
  { userKind: 'staff', to: '/login?reset=success' },
] as const)('redirects $userKind users to $to after a reset', async ({ userKind, to }) => {
  const { actor, signedIn } = await openLink({ userKind, purpose: 'reset' });
  actor.send({ type: 'SUBMIT', ...password });
  expect(await toPromise(actor)).toEqual({ to });
  expect(signedIn).toEqual([]);
});

test.each([
  { purpose: 'reset', error: new ApiError(500), text: 'Failed to reset password' },
  { purpose: 'setup', error: new ApiError(500), text: 'Failed to complete setup' },
  { purpose: 'setup', error: new ApiError(422, 'This link was used.'), text: 'This link was used.' },
  { purpose: 'setup', error: new ApiError(0), text: 'Network error. Please try again.' },
] as const)('shows "$text" if a $purpose fails', async ({ purpose, error, text }) => {
  const { actor } = await openLink({ purpose, complete: () => Promise.reject(error) });
  actor.send({ type: 'SUBMIT', ...password });
  const state = await waitFor(actor, ({ context }) => context.problem !== null);
  expect(state.matches('form')).toBe(true);
  expect(state.context.problem).toBe(text);
});
