import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError, NETWORK_ERROR } from '../../shared/http/errors.ts';
import { sessionMachine } from './machine.ts';
import type { Credentials, User } from './user.ts';

const ada: User = { userId: 'u', role: 'SuperAdmin', firstName: 'Ada', lastName: 'Surveyor' };
const credentials: Credentials = { email: 'ada@landline.test', password: 'secret' };
const MINUTE = 60_000;

interface World {
  verify?: () => Promise<User | null>;
  login?: () => Promise<User>;
  logout?: () => Promise<void>;
  keepAlive?: () => Promise<boolean>;
}

/** A session in a world where everything works, but for what is given. */
async function sessionIn(world: World = {}) {
  const keepAlive = vi.fn(world.keepAlive ?? (async () => true));
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        verify: fromPromise<User | null>(world.verify ?? (async () => ada)),
        login: fromPromise<User, Credentials>(world.login ?? (async () => ada)),
        logout: fromPromise<void>(world.logout ?? (async () => {})),
        keepAlive: fromPromise<boolean>(keepAlive),
      },
    }),
  ).start();
  await settle();
  return { actor, keepAlive, context: () => actor.getSnapshot().context };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('nobody is signed in: sign in', async () => {
  const { actor, context } = await sessionIn({ verify: async () => null });
  expect(actor.getSnapshot().matches('unauthenticated')).toBe(true);
  actor.send({ type: 'SIGN_IN', credentials });
  expect(actor.getSnapshot().hasTag('signing-in')).toBe(true);
  await settle();
  expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
  expect(context().user).toEqual(ada);
});

test.each([
  { error: new ApiError(401, 'Invalid credentials'), text: 'Invalid credentials. Please try again.' },
  {
    error: new ApiError(429, 'Too many login attempts. Please wait a moment before trying again.'),
    text: 'Too many login attempts. Please wait a moment before trying again.',
  },
  { error: new ApiError(500, 'boom'), text: 'An error occurred during login. Please try again.' },
])('a sign-in that fails says: $text', async ({ error, text }) => {
  const { actor, context } = await sessionIn({
    verify: async () => null,
    login: () => Promise.reject(error),
  });
  actor.send({ type: 'SIGN_IN', credentials });
  await settle();
  expect(actor.getSnapshot().matches('unauthenticated')).toBe(true);
  expect(context().problem).toBe(text);
  actor.send({ type: 'DISMISS' });
  expect(context().problem).toBeNull();
});

test('a server that cannot be reached is neither signed in nor out, and can be tried again', async () => {
  const verify = vi
    .fn<() => Promise<User | null>>()
    .mockRejectedValueOnce(new ApiError(0, NETWORK_ERROR))
    .mockResolvedValue(ada);
  const { actor } = await sessionIn({ verify });
  expect(actor.getSnapshot().matches('unreachable')).toBe(true);
  actor.send({ type: 'RETRY' });
  await settle();
  expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
});

test('two hours without activity: warned five minutes before, then signed out', async () => {
  const logout = vi.fn(async () => {});
  const { actor, context } = await sessionIn({ logout });
  await vi.advanceTimersByTimeAsync(115 * MINUTE);
  expect(actor.getSnapshot().matches({ authenticated: 'expiring' })).toBe(true);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(actor.getSnapshot().matches('unauthenticated')).toBe(true);
  expect(context()).toMatchObject({ user: null, ending: 'timed-out' });
  expect(logout).toHaveBeenCalledTimes(1);
});

test('activity puts the warning off, and renews the session on the way', async () => {
  const { actor, keepAlive } = await sessionIn();
  await vi.advanceTimersByTimeAsync(100 * MINUTE);
  actor.send({ type: 'ACTIVITY' });
  await vi.advanceTimersByTimeAsync(100 * MINUTE);
  expect(actor.getSnapshot().matches({ authenticated: 'active' })).toBe(true);
  expect(keepAlive).toHaveBeenCalledTimes(1);
});

test('who is warned stays by saying so, not by moving the mouse', async () => {
  const { actor } = await sessionIn();
  await vi.advanceTimersByTimeAsync(116 * MINUTE);
  actor.send({ type: 'ACTIVITY' });
  expect(actor.getSnapshot().matches({ authenticated: 'expiring' })).toBe(true);
  actor.send({ type: 'STAY' });
  await settle();
  expect(actor.getSnapshot().matches({ authenticated: 'active' })).toBe(true);
});

test('a session that cannot be renewed is over', async () => {
  const { actor, context } = await sessionIn({ keepAlive: async () => false });
  await vi.advanceTimersByTimeAsync(116 * MINUTE);
  actor.send({ type: 'STAY' });
  await settle();
  expect(context()).toMatchObject({ user: null, ending: 'timed-out' });
});

test('signing out ends the session here even when the server does not answer', async () => {
  const { actor, context } = await sessionIn({
    logout: () => Promise.reject(new ApiError(0, NETWORK_ERROR)),
  });
  actor.send({ type: 'SIGN_OUT' });
  await settle();
  expect(context()).toMatchObject({ user: null, ending: 'sign-out-failed' });
});

test('a refused call, and another tab, end the session too', async () => {
  const refused = await sessionIn();
  refused.actor.send({ type: 'LOST' });
  expect(refused.context()).toMatchObject({ user: null, ending: 'timed-out' });
  const elsewhere = await sessionIn();
  elsewhere.actor.send({ type: 'ENDED_ELSEWHERE', ending: 'signed-out' });
  expect(elsewhere.context()).toMatchObject({ user: null, ending: 'signed-out' });
});
