import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError } from '../../../shared/http/errors.ts';
import type { ClientUser, Credentials, StaffUser, UserKind } from '../../platform/session/user.ts';
import type { Verified } from './api/session.ts';
import { sessionMachine } from './session-machine.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-02T08:00:00Z');

const ada: StaffUser = {
  userId: 'u',
  role: 'SuperAdmin',
  firstName: 'Ada',
  lastName: 'Surveyor',
  email: 'ada@landline.test',
  actingAs: null,
};
const carl: ClientUser = {
  userId: 'c',
  role: 'ClientUser',
  firstName: 'Carl',
  lastName: 'Client',
  email: 'carl@client.test',
  client: {
    id: 'client',
    name: 'Client',
    email: 'carl@client.test',
    adminName: 'Carl Client',
    planTier: 'starter',
    has_ai_assistant: true,
    has_geo_leads: false,
    has_custom_solution: false,
    product_config: { demo_mode: false },
  },
};
const credentials: Credentials = { userKind: 'staff', email: 'ada@landline.test', password: 'secret' };
const verified = (user: StaffUser | ClientUser = ada, endsAt = START + 11 * HOUR): Verified => ({
  user,
  endsAt,
});

interface MachineOptions {
  verify?: () => Promise<Verified | null>;
  login?: (credentials: Credentials) => Promise<Verified>;
  logout?: (userKind: UserKind) => Promise<void>;
  keepAlive?: () => Promise<boolean>;
  pathname?: string;
}

/** Starts a session whose actors succeed unless overridden. */
async function sessionIn({ pathname = '/SuperAdminPortal', ...options }: MachineOptions = {}) {
  const keepAlive = vi.fn(options.keepAlive ?? (async () => true));
  const verify = vi.fn(options.verify ?? (async () => verified()));
  const logout = vi.fn(options.logout ?? (async () => {}));
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        verify: fromPromise<Verified | null>(verify),
        login: fromPromise<Verified, Credentials>(({ input }) =>
          options.login ? options.login(input) : Promise.resolve(verified()),
        ),
        logout: fromPromise<void, UserKind>(({ input }) => logout(input)),
        keepAlive: fromPromise<boolean>(keepAlive),
      },
    }),
    { input: { pathname: () => pathname } },
  ).start();
  await settle();
  return {
    actor,
    keepAlive,
    verify,
    logout,
    context: () => actor.getSnapshot().context,
    is: (state: 'active' | 'expiring') => actor.getSnapshot().matches({ authenticated: state }),
    isOver: () => actor.getSnapshot().matches('unauthenticated'),
  };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Simulates sleep: the clock advances, no timer runs. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Sends activity every few minutes. */
async function work(actor: { send: (event: { type: 'ACTIVITY' }) => void }, forMs: number) {
  for (let done = 0; done < forMs; done += 4 * MINUTE) {
    await pass(4 * MINUTE);
    actor.send({ type: 'ACTIVITY' });
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('signing in', () => {
  test('signs in from the signed-out state', async () => {
    const { actor, context } = await sessionIn({ verify: async () => null });
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true);
    actor.send({ type: 'SIGN_IN', credentials });
    expect(actor.getSnapshot().hasTag('signing-in')).toBe(true);
    await settle();
    expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
    expect(context().user).toEqual(ada);
    // The password is dropped.
    expect(context().attempt).toBeNull();
  });

  test.each<{ userKind: UserKind; error: unknown; text: string }>([
    {
      userKind: 'staff',
      error: new ApiError(401, 'Invalid credentials'),
      text: 'Invalid credentials. Please try again.',
    },
    { userKind: 'client', error: new ApiError(401, 'No'), text: 'Invalid email or password' },
    { userKind: 'staff', error: new ApiError(429, 'Wait 15 minutes.'), text: 'Wait 15 minutes.' },
    {
      userKind: 'client',
      error: new ApiError(429),
      text: 'Too many login attempts. Please wait a moment before trying again.',
    },
    {
      userKind: 'staff',
      error: new ApiError(500, 'boom'),
      text: 'An error occurred during login. Please try again.',
    },
    { userKind: 'client', error: new ApiError(0), text: 'Network error. Please check your connection.' },
    {
      userKind: 'staff',
      error: new SyntaxError('not JSON'),
      text: 'Authentication error during authentication process',
    },
  ])('reports $text to $userKind', async ({ userKind, error, text }) => {
    const { actor, context } = await sessionIn({
      verify: async () => null,
      login: () => Promise.reject(error),
    });
    actor.send({ type: 'SIGN_IN', credentials: { ...credentials, userKind } });
    await settle();
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true);
    expect(context().problem).toBe(text);
    await pass(4_900);
    expect(context().problem).toBe(text);
    await pass(100);
    expect(context().problem).toBeNull();
  });

  test('requests the second factor again after a wrong code', async () => {
    const codes: (string | undefined)[] = [];
    const { actor, context } = await sessionIn({
      verify: async () => null,
      login: async ({ code }) => {
        codes.push(code);
        if (code === undefined) throw new ApiError(401, 'Code, please', 'SECOND_FACTOR_REQUIRED');
        if (code !== '123456') throw new ApiError(401, 'That code is not right.', 'SECOND_FACTOR_INVALID');
        return verified();
      },
    });
    actor.send({ type: 'SIGN_IN', credentials });
    await settle();
    expect(actor.getSnapshot().matches('challenged')).toBe(true);
    expect(context().problem).toBeNull();
    actor.send({ type: 'CODE', code: '000000' });
    await settle();
    expect(actor.getSnapshot().matches('challenged')).toBe(true);
    expect(context().problem).toBe('That code is not right.');
    actor.send({ type: 'CODE', code: '123456' });
    await settle();
    expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
    expect(codes).toEqual([undefined, '000000', '123456']);
  });

  test('reports an unreachable server and verifies again on retry', async () => {
    const verify = vi
      .fn<() => Promise<Verified | null>>()
      .mockRejectedValueOnce(new ApiError(0))
      .mockResolvedValue(verified());
    const { actor } = await sessionIn({ verify });
    expect(actor.getSnapshot().matches('unreachable')).toBe(true);
    actor.send({ type: 'RETRY' });
    await settle();
    expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
  });
});

describe('timeouts', () => {
  test('warns five minutes before two hours of inactivity, then signs out', async () => {
    const { logout, context, is, isOver } = await sessionIn();
    await pass(115 * MINUTE - 30_000);
    expect(is('active')).toBe(true);
    await pass(30_000);
    expect(is('expiring')).toBe(true);
    expect(context().warning?.remaining).toBe(5 * MINUTE);
    await pass(4 * MINUTE);
    expect(context().warning?.remaining).toBe(MINUTE);
    await pass(MINUTE);
    expect(isOver()).toBe(true);
    expect(context()).toMatchObject({ user: null, ending: 'inactive', warning: null });
    expect(logout).toHaveBeenCalledExactlyOnceWith('staff');
  });

  test('postpones the warning on activity', async () => {
    const { actor, is } = await sessionIn();
    await pass(100 * MINUTE);
    actor.send({ type: 'ACTIVITY' });
    await pass(100 * MINUTE);
    expect(is('active')).toBe(true);
  });

  test('requires an answer to the warning, not just activity', async () => {
    const { actor, is } = await sessionIn();
    await pass(116 * MINUTE);
    actor.send({ type: 'ACTIVITY' });
    expect(is('expiring')).toBe(true);
    actor.send({ type: 'STAY' });
    await settle();
    expect(is('active')).toBe(true);
    await pass(114 * MINUTE);
    expect(is('active')).toBe(true);
  });

  test('withdraws the warning on activity in another tab', async () => {
    const { actor, context, is } = await sessionIn();
    await pass(116 * MINUTE);
    actor.send({ type: 'ACTIVITY_ELSEWHERE' });
    expect(is('active')).toBe(true);
    expect(context().warning).toBeNull();
    await pass(114 * MINUTE);
    expect(is('active')).toBe(true);
  });

  test('keeps the warning of the 11-hour limit on activity in another tab', async () => {
    const { actor, is } = await sessionIn();
    await work(actor, 11 * HOUR - 6 * MINUTE);
    await pass(MINUTE);
    actor.send({ type: 'ACTIVITY_ELSEWHERE' });
    expect(is('expiring')).toBe(true);
  });

  test('does not continue an ended session on activity in another tab', async () => {
    const { actor, isOver } = await sessionIn();
    await pass(116 * MINUTE);
    sleep(4 * MINUTE);
    actor.send({ type: 'ACTIVITY_ELSEWHERE' });
    await settle();
    expect(isOver()).toBe(true);
  });

  test('does not count the first movement after a long sleep as activity', async () => {
    const { actor, isOver } = await sessionIn();
    sleep(2 * HOUR);
    actor.send({ type: 'ACTIVITY' });
    await settle();
    expect(isOver()).toBe(true);
  });

  test('ends the session of a background tab after three hours and renews it until then', async () => {
    const { actor, keepAlive, context, isOver, is } = await sessionIn();
    actor.send({ type: 'HIDDEN' });
    await pass(2 * HOUR + 30 * MINUTE);
    expect(is('active')).toBe(true);
    expect(keepAlive.mock.calls.length).toBeGreaterThanOrEqual(4);
    await pass(30 * MINUTE);
    expect(isOver()).toBe(true);
    expect(context().ending).toBe('expired');
  });

  test('applies the two-hour limit after the session ended in the background', async () => {
    const { actor, context, isOver } = await sessionIn();
    actor.send({ type: 'HIDDEN' });
    sleep(4 * HOUR);
    actor.send({ type: 'VISIBLE' });
    await settle();
    expect(context().ending).toBe('expired');
    actor.send({ type: 'SIGN_IN', credentials });
    await settle();
    await pass(2 * HOUR);
    expect(isOver()).toBe(true);
    expect(context().ending).toBe('inactive');
  });

  test('counts returning to a tab as activity', async () => {
    const { actor, is } = await sessionIn();
    actor.send({ type: 'HIDDEN' });
    await pass(150 * MINUTE);
    actor.send({ type: 'VISIBLE' });
    await pass(114 * MINUTE);
    expect(is('active')).toBe(true);
  });

  test("ends a client user's session after 30 minutes on client pages and after two hours elsewhere", async () => {
    const verify = async () => verified(carl);
    const portal = await sessionIn({ verify, pathname: '/client/portal' });
    const about = await sessionIn({ verify, pathname: '/about' });
    await pass(25 * MINUTE);
    expect(portal.is('expiring')).toBe(true);
    expect(about.is('active')).toBe(true);
    await pass(5 * MINUTE);
    expect(portal.isOver()).toBe(true);
    expect(portal.context().ending).toBe('expired');
    expect(portal.logout).toHaveBeenCalledExactlyOnceWith('client');
    expect(about.is('active')).toBe(true);
  });

  test('ends after eleven hours of activity, with a warning', async () => {
    const { actor, context, is, isOver } = await sessionIn();
    await work(actor, 11 * HOUR - 6 * MINUTE);
    await pass(MINUTE);
    expect(is('expiring')).toBe(true);
    actor.send({ type: 'STAY' });
    await pass(30_000);
    expect(is('expiring')).toBe(true);
    await pass(5 * MINUTE);
    expect(isOver()).toBe(true);
    expect(context().ending).toBe('expired');
  });

  test('tolerates a clock that is wrong by a day', async () => {
    const { is } = await sessionIn({ verify: async () => verified(ada, START - 13 * HOUR) });
    await pass(30 * MINUTE);
    expect(is('active')).toBe(true);
  });
});

describe('renewal and verification', () => {
  test('renews active sessions every half hour and never renews idle ones', async () => {
    const active = await sessionIn();
    await work(active.actor, 64 * MINUTE);
    expect(active.keepAlive).toHaveBeenCalledTimes(2);
    const idle = await sessionIn();
    await pass(64 * MINUTE);
    expect(idle.keepAlive).not.toHaveBeenCalled();
  });

  test('verifies the user every ten minutes', async () => {
    const { actor, verify, context } = await sessionIn();
    verify.mockResolvedValue(verified({ ...ada, firstName: 'Augusta' }));
    await work(actor, 12 * MINUTE);
    expect(verify).toHaveBeenCalledTimes(2);
    expect(context().user?.firstName).toBe('Augusta');
  });

  test('ends a session whose renewal is rejected', async () => {
    const { actor, context, verify } = await sessionIn({ keepAlive: async () => false });
    await pass(116 * MINUTE);
    verify.mockResolvedValue(null);
    actor.send({ type: 'STAY' });
    await settle();
    expect(context()).toMatchObject({ user: null, ending: 'expired' });
  });

  test('keeps the session while the server is unreachable', async () => {
    const { actor, is } = await sessionIn({ keepAlive: () => Promise.reject(new ApiError(0)) });
    await work(actor, 40 * MINUTE);
    expect(is('active')).toBe(true);
  });
});

describe('endings', () => {
  test('signs out locally even if the server does not respond', async () => {
    const { actor, context } = await sessionIn({ logout: () => Promise.reject(new ApiError(0)) });
    actor.send({ type: 'SIGN_OUT' });
    await settle();
    expect(context()).toMatchObject({ user: null, ending: 'sign-out-failed', endedPassively: false });
  });

  test('ends the session after a rejected call or a sign-out in another tab', async () => {
    const rejected = await sessionIn();
    rejected.verify.mockResolvedValue(null);
    rejected.actor.send({ type: 'REJECTED' });
    await settle();
    expect(rejected.context()).toMatchObject({ user: null, ending: 'expired', endedPassively: true });
    const elsewhere = await sessionIn();
    elsewhere.actor.send({ type: 'ENDED_ELSEWHERE', ending: 'signed-out' });
    expect(elsewhere.context()).toMatchObject({ user: null, ending: 'signed-out', endedPassively: true });
  });

  test.each([{ type: 'REJECTED' }, { type: 'ENDED_ELSEWHERE', ending: 'expired' }] as const)(
    '$type does not end the session of a browser that has signed in again',
    async (event) => {
      const { actor, verify, context } = await sessionIn();
      verify.mockResolvedValue(verified(carl));
      actor.send(event);
      await settle();
      expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
      expect(context()).toMatchObject({ user: carl, ending: null });
    },
  );

  test('ends a rejected session even if the server cannot be reached', async () => {
    const { actor, verify, context } = await sessionIn();
    verify.mockRejectedValue(new ApiError(0));
    actor.send({ type: 'REJECTED' });
    await settle();
    expect(context()).toMatchObject({ user: null, ending: 'expired' });
  });

  test('verifies after a sign-in in another tab', async () => {
    const { actor, verify, context } = await sessionIn();
    verify.mockResolvedValue(verified(carl));
    actor.send({ type: 'SIGNED_IN_ELSEWHERE' });
    await settle();
    expect(context().user).toEqual(carl);
  });

  test('signs out two seconds after a password change although calls are rejected', async () => {
    const { actor, logout, context } = await sessionIn();
    actor.send({ type: 'PASSWORD_CHANGED' });
    actor.send({ type: 'REJECTED' });
    await pass(1_900);
    expect(logout).not.toHaveBeenCalled();
    await pass(100);
    expect(context()).toMatchObject({ user: null, ending: 'signed-out' });
  });
});
