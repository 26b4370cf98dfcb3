import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError } from '../../shared/http/errors.ts';
import type { Verified } from './api/verify.ts';
import { sessionMachine } from './machine.ts';
import type { ClientUser, Credentials, Door, StaffUser } from './user.ts';

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
const credentials: Credentials = { door: 'staff', email: 'ada@landline.test', password: 'secret' };
const verified = (user: StaffUser | ClientUser = ada, endsAt = START + 11 * HOUR): Verified => ({
  user,
  endsAt,
});

interface World {
  verify?: () => Promise<Verified | null>;
  login?: (credentials: Credentials) => Promise<Verified>;
  logout?: (door: Door) => Promise<void>;
  keepAlive?: () => Promise<boolean>;
  pathname?: string;
}

/** A session in a world where everything works, but for what is given. */
async function sessionIn({ pathname = '/SuperAdminPortal', ...world }: World = {}) {
  const keepAlive = vi.fn(world.keepAlive ?? (async () => true));
  const verify = vi.fn(world.verify ?? (async () => verified()));
  const logout = vi.fn(world.logout ?? (async () => {}));
  const at = { pathname };
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        verify: fromPromise<Verified | null>(verify),
        login: fromPromise<Verified, Credentials>(({ input }) =>
          world.login ? world.login(input) : Promise.resolve(verified()),
        ),
        logout: fromPromise<void, Door>(({ input }) => logout(input)),
        keepAlive: fromPromise<boolean>(keepAlive),
      },
    }),
    { input: { pathname: () => at.pathname } },
  ).start();
  await settle();
  return {
    actor,
    keepAlive,
    verify,
    logout,
    at,
    context: () => actor.getSnapshot().context,
    is: (state: 'active' | 'expiring') => actor.getSnapshot().matches({ authenticated: state }),
    isOver: () => actor.getSnapshot().matches('unauthenticated'),
  };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** The machine slept: the clock went on, no timer ran. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Somebody does something every few minutes. */
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
  test('nobody is signed in: sign in', async () => {
    const { actor, context } = await sessionIn({ verify: async () => null });
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true);
    actor.send({ type: 'SIGN_IN', credentials });
    expect(actor.getSnapshot().hasTag('signing-in')).toBe(true);
    await settle();
    expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
    expect(context().user).toEqual(ada);
    // The password is not kept.
    expect(context().attempt).toBeNull();
  });

  test.each<{ door: Door; error: unknown; text: string }>([
    {
      door: 'staff',
      error: new ApiError(401, 'Invalid credentials'),
      text: 'Invalid credentials. Please try again.',
    },
    { door: 'client', error: new ApiError(401, 'No'), text: 'Invalid email or password' },
    { door: 'staff', error: new ApiError(429, 'Wait 15 minutes.'), text: 'Wait 15 minutes.' },
    {
      door: 'client',
      error: new ApiError(429),
      text: 'Too many login attempts. Please wait a moment before trying again.',
    },
    {
      door: 'staff',
      error: new ApiError(500, 'boom'),
      text: 'An error occurred during login. Please try again.',
    },
    { door: 'client', error: new ApiError(0), text: 'Network error. Please check your connection.' },
    {
      door: 'staff',
      error: new SyntaxError('not JSON'),
      text: 'Authentication error during authentication process',
    },
  ])('at the door of $door one that fails says: $text', async ({ door, error, text }) => {
    const { actor, context } = await sessionIn({
      verify: async () => null,
      login: () => Promise.reject(error),
    });
    actor.send({ type: 'SIGN_IN', credentials: { ...credentials, door } });
    await settle();
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true);
    expect(context().problem).toBe(text);
    await pass(4_900);
    expect(context().problem).toBe(text);
    await pass(100);
    expect(context().problem).toBeNull();
  });

  test('the second factor is asked for, and asked again after a wrong code', async () => {
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

  test('a server that cannot be reached is neither signed in nor out, and can be tried again', async () => {
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

describe('time-outs', () => {
  test('two hours without activity: warned five minutes before, then signed out', async () => {
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

  test('activity puts the warning off', async () => {
    const { actor, is } = await sessionIn();
    await pass(100 * MINUTE);
    actor.send({ type: 'ACTIVITY' });
    await pass(100 * MINUTE);
    expect(is('active')).toBe(true);
  });

  test('who is warned stays by saying so, not by moving the mouse', async () => {
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

  test('after a night asleep the first movement is not taken for activity', async () => {
    const { actor, isOver } = await sessionIn();
    sleep(2 * HOUR);
    actor.send({ type: 'ACTIVITY' });
    await settle();
    expect(isOver()).toBe(true);
  });

  test('a tab in the background ends after three hours, and is kept alive until then', async () => {
    const { actor, keepAlive, context, isOver, is } = await sessionIn();
    actor.send({ type: 'HIDDEN' });
    await pass(2 * HOUR + 30 * MINUTE);
    expect(is('active')).toBe(true);
    expect(keepAlive.mock.calls.length).toBeGreaterThanOrEqual(4);
    await pass(30 * MINUTE);
    expect(isOver()).toBe(true);
    expect(context().ending).toBe('inactive');
  });

  test('coming back to a tab counts as being there', async () => {
    const { actor, is } = await sessionIn();
    actor.send({ type: 'HIDDEN' });
    await pass(150 * MINUTE);
    actor.send({ type: 'VISIBLE' });
    await pass(114 * MINUTE);
    expect(is('active')).toBe(true);
  });

  test("a client's user ends after 30 minutes on the client's pages, two hours elsewhere", async () => {
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

  test('eleven hours are the end, however busy, and are warned of', async () => {
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

  test('a clock that is wrong by a day ends no session that the server knows', async () => {
    const { is } = await sessionIn({ verify: async () => verified(ada, START - 13 * HOUR) });
    await pass(30 * MINUTE);
    expect(is('active')).toBe(true);
  });
});

describe('upkeep', () => {
  test('a session in use is renewed each half hour, one that is left alone is not', async () => {
    const used = await sessionIn();
    await work(used.actor, 64 * MINUTE);
    expect(used.keepAlive).toHaveBeenCalledTimes(2);
    const left = await sessionIn();
    await pass(64 * MINUTE);
    expect(left.keepAlive).not.toHaveBeenCalled();
  });

  test('who it is, is asked every ten minutes', async () => {
    const { actor, verify, context } = await sessionIn();
    verify.mockResolvedValue(verified({ ...ada, firstName: 'Augusta' }));
    await work(actor, 12 * MINUTE);
    expect(verify).toHaveBeenCalledTimes(2);
    expect(context().user?.firstName).toBe('Augusta');
  });

  test('a session that cannot be renewed is over', async () => {
    const { actor, context, verify } = await sessionIn({ keepAlive: async () => false });
    await pass(116 * MINUTE);
    verify.mockResolvedValue(null);
    actor.send({ type: 'STAY' });
    await settle();
    expect(context()).toMatchObject({ user: null, ending: 'expired' });
  });

  test('a server that cannot be reached ends no session', async () => {
    const { actor, is } = await sessionIn({ keepAlive: () => Promise.reject(new ApiError(0)) });
    await work(actor, 40 * MINUTE);
    expect(is('active')).toBe(true);
  });
});

describe('endings', () => {
  test('signing out ends the session here even when the server does not answer', async () => {
    const { actor, context } = await sessionIn({ logout: () => Promise.reject(new ApiError(0)) });
    actor.send({ type: 'SIGN_OUT' });
    await settle();
    expect(context()).toMatchObject({ user: null, ending: 'sign-out-failed', leftAlone: false });
  });

  test('a refused call, and another tab, end the session too', async () => {
    const refused = await sessionIn();
    refused.verify.mockResolvedValue(null);
    refused.actor.send({ type: 'LOST' });
    await settle();
    expect(refused.context()).toMatchObject({ user: null, ending: 'expired', leftAlone: true });
    const elsewhere = await sessionIn();
    elsewhere.actor.send({ type: 'ENDED_ELSEWHERE', ending: 'signed-out' });
    expect(elsewhere.context()).toMatchObject({ user: null, ending: 'signed-out', leftAlone: true });
  });

  test.each([{ type: 'LOST' }, { type: 'ENDED_ELSEWHERE', ending: 'expired' }] as const)(
    '$type is not the end of a browser that has signed in anew',
    async (event) => {
      const { actor, verify, context } = await sessionIn();
      verify.mockResolvedValue(verified(carl));
      actor.send(event);
      await settle();
      expect(actor.getSnapshot().hasTag('signed-in')).toBe(true);
      expect(context()).toMatchObject({ user: carl, ending: null });
    },
  );

  test('a refused session is over, also when nobody can be asked whether there is another', async () => {
    const { actor, verify, context } = await sessionIn();
    verify.mockRejectedValue(new ApiError(0));
    actor.send({ type: 'LOST' });
    await settle();
    expect(context()).toMatchObject({ user: null, ending: 'expired' });
  });

  test('a sign-in in another tab is looked at', async () => {
    const { actor, verify, context } = await sessionIn();
    verify.mockResolvedValue(verified(carl));
    actor.send({ type: 'SIGNED_IN_ELSEWHERE' });
    await settle();
    expect(context().user).toEqual(carl);
  });

  test('two seconds after a password change it is signed out, whatever the server says meanwhile', async () => {
    const { actor, logout, context } = await sessionIn();
    actor.send({ type: 'PASSWORD_CHANGED' });
    actor.send({ type: 'LOST' });
    await pass(1_900);
    expect(logout).not.toHaveBeenCalled();
    await pass(100);
    expect(context()).toMatchObject({ user: null, ending: 'signed-out' });
  });
});
