import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Verified } from '../features/identity/sessions/api/session.ts';
import { sessionMachine } from '../features/identity/sessions/machine.ts';
import type { ClientUser, Credentials, StaffUser, UserKind } from '../features/platform/session/user.ts';
import { followSession } from './follow-session.ts';

const client = {
  id: 'client',
  name: 'Client',
  email: 'carl@client.test',
  adminName: 'Carl Client',
  planTier: 'starter' as const,
  has_ai_assistant: true,
  has_geo_leads: false,
  has_custom_solution: false,
  product_config: { demo_mode: false },
};
const person = { userId: 'u', firstName: 'Ada', lastName: 'Surveyor', email: 'ada@landline.test' };
const ada: StaffUser = { ...person, role: 'SuperAdmin', actingAs: null };
const carl: ClientUser = { ...person, role: 'ClientUser', client };

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Signs a user in and opens this page. */
async function at(pathname: string, user: StaffUser | ClientUser | null = ada, logout = async () => {}) {
  const verified: Verified | null = user && { user, endsAt: Date.now() + 60_000 * 60 };
  const verify = vi.fn(async () => verified);
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        verify: fromPromise<Verified | null>(verify),
        login: fromPromise<Verified, Credentials>(async () => ({
          user: carl,
          endsAt: Date.now() + 3_600_000,
        })),
        logout: fromPromise<void, UserKind>(logout),
        keepAlive: fromPromise<boolean>(async () => true),
      },
    }),
    { input: { pathname: () => pathname } },
  );
  const went: string[] = [];
  const router = {
    navigate: async (to: unknown) => void went.push(String(to)),
    revalidate: async () => void went.push('again'),
    state: { location: { pathname, search: '?page=2' } },
  };
  const forget = vi.fn();
  followSession(router as unknown as Parameters<typeof followSession>[0], { actor }, forget);
  actor.start();
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag('settled')).toBe(true));
  return { actor, went, forget, verify };
}

test.each([
  { who: ada, page: '/propertyhub', to: ['/login?timeout=true'] },
  { who: carl, page: '/client/portal', to: ['/login?timeout=true'] },
  { who: ada, page: '/About', to: [] },
  { who: carl, page: '/SalesQuotePage', to: [] },
])('a session that expires on $page leads to $to', async ({ who, page, to }) => {
  const { actor, went, forget, verify } = await at(page, who);
  verify.mockResolvedValue(null);
  actor.send({ type: 'LOST' });
  await vi.waitFor(() => expect(actor.getSnapshot().matches('unauthenticated')).toBe(true));
  expect(went).toEqual(to);
  expect(forget).toHaveBeenCalled();
});

test('stores the page of a session that expires, for the next sign-in, and not one that was signed out', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  const expiring = await at('/propertyhub/hawthorne', ada);
  expiring.verify.mockResolvedValue(null);
  expiring.actor.send({ type: 'LOST' });
  await vi.waitFor(() => expect([...stored.values()]).toEqual(['/propertyhub/hawthorne?page=2']));
  stored.clear();
  const leaving = await at('/propertyhub/hawthorne', ada);
  leaving.actor.send({ type: 'SIGN_OUT' });
  await vi.waitFor(() => expect(leaving.went).toEqual(['/login?action=logout']));
  expect(stored.size).toBe(0);
});

test('revalidates the page when another session replaces this one', async () => {
  const { actor, went, forget, verify } = await at('/client/portal', ada);
  verify.mockResolvedValue({ user: carl, endsAt: Date.now() + 60_000 * 60 });
  actor.send({ type: 'LOST' });
  await vi.waitFor(() => expect(went).toEqual(['again']));
  expect(forget).toHaveBeenCalled();
});

test.each([
  { page: '/propertyhub', logout: async () => {}, to: '/login?action=logout' },
  { page: '/About', logout: async () => {}, to: '/login?action=logout' },
  {
    page: '/propertyhub',
    logout: () => Promise.reject(new Error('away')),
    to: '/login?action=logout&error=true',
  },
])('signing out on $page leads to $to', async ({ page, logout, to }) => {
  const { actor, went } = await at(page, ada, logout);
  actor.send({ type: 'SIGN_OUT' });
  await vi.waitFor(() => expect(went).toEqual([to]));
});

test('does not navigate while signed out', async () => {
  const { went } = await at('/propertyhub', null);
  expect(went).toEqual([]);
});

test('opens the start page after sign-in', async () => {
  const { actor, went } = await at('/client/login', null);
  actor.send({ type: 'SIGN_IN', credentials: { userKind: 'client', email: 'e', password: 'p' } });
  await vi.waitFor(() => expect(went).toEqual(['/client/portal']));
});

test('opens the client portal when impersonation starts, returns when it stops, and clears cached data', async () => {
  const { actor, went, forget } = await at('/SuperAdminPortal');
  actor.send({ type: 'ACTING', client });
  actor.send({ type: 'ACTING', client: null });
  expect(went).toEqual(['/client/portal', '/SuperAdminPortal?tab=client-management']);
  expect(forget).toHaveBeenCalledTimes(2);
});
