import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Verified } from '../features/identity/sessions/api/session.ts';
import { sessionMachine } from '../features/identity/sessions/session-machine.ts';
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

/** Signs a user in on a page. */
async function openPage(
  pathname: string,
  user: StaffUser | ClientUser | null = ada,
  logout = async () => {},
) {
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
  const navigations: string[] = [];
  const state = {
    location: { pathname, search: '?page=2' },
    navigation: { location: undefined as URL | undefined },
  };
  const { promise: loaded, resolve: finishLoading } = Promise.withResolvers<void>();
  const router = {
    /** Starts a navigation whose page loads until `finishLoading` is called. */
    navigate: (to: string) => {
      navigations.push(to);
      state.navigation.location = new URL(to, 'https://landline.test');
      return loaded;
    },
    revalidate: async () => void navigations.push('revalidated'),
    state,
  };
  const forget = vi.fn();
  followSession(router as unknown as Parameters<typeof followSession>[0], { actor }, forget);
  actor.start();
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag('settled')).toBe(true));
  return { actor, navigations, forget, finishLoading, verify };
}

test.each([
  { who: ada, page: '/propertyhub', to: ['/login?timeout=true'] },
  { who: carl, page: '/client/portal', to: ['/login?timeout=true'] },
  { who: ada, page: '/About', to: [] },
  { who: carl, page: '/SalesQuotePage', to: [] },
])('navigates to $to after the session expires on $page', async ({ who, page, to }) => {
  const { actor, navigations, forget, finishLoading, verify } = await openPage(page, who);
  verify.mockResolvedValue(null);
  actor.send({ type: 'REJECTED' });
  await vi.waitFor(() => expect(actor.getSnapshot().matches('unauthenticated')).toBe(true));
  expect(navigations).toEqual(to);
  finishLoading();
  await vi.waitFor(() => expect(forget).toHaveBeenCalled());
});

test('stores the open page when the session expires, but not after a sign-out', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  const expiring = await openPage('/propertyhub/hawthorne', ada);
  expiring.verify.mockResolvedValue(null);
  expiring.actor.send({ type: 'REJECTED' });
  await vi.waitFor(() => expect([...stored.values()]).toEqual(['/propertyhub/hawthorne?page=2']));
  stored.clear();
  const leaving = await openPage('/propertyhub/hawthorne', ada);
  leaving.actor.send({ type: 'SIGN_OUT' });
  await vi.waitFor(() => expect(leaving.navigations).toEqual(['/login?action=logout']));
  expect(stored.size).toBe(0);
});

test('revalidates the page when another session replaces this one', async () => {
  const { actor, navigations, forget, verify } = await openPage('/client/portal', ada);
  verify.mockResolvedValue({ user: carl, endsAt: Date.now() + 60_000 * 60 });
  actor.send({ type: 'REJECTED' });
  await vi.waitFor(() => expect(navigations).toEqual(['revalidated']));
  expect(forget.mock.calls).toEqual([[true]]);
});

test('revalidates the page when the permissions of the same user change', async () => {
  const { actor, navigations, forget, verify } = await openPage('/client/portal', carl);
  const user = { ...carl, client: { ...client, has_geo_leads: true } };
  verify.mockResolvedValue({ user, endsAt: Date.now() + 60_000 * 60 });
  actor.send({ type: 'REJECTED' });
  await vi.waitFor(() => expect(navigations).toEqual(['revalidated']));
  expect(forget.mock.calls).toEqual([[false]]);
});

test.each([
  { page: '/propertyhub', logout: async () => {}, to: '/login?action=logout' },
  { page: '/About', logout: async () => {}, to: '/login?action=logout' },
  {
    page: '/propertyhub',
    logout: () => Promise.reject(new Error('away')),
    to: '/login?action=logout&error=true',
  },
])('navigates to $to after a sign-out on $page', async ({ page, logout, to }) => {
  const { actor, navigations } = await openPage(page, ada, logout);
  actor.send({ type: 'SIGN_OUT' });
  await vi.waitFor(() => expect(navigations).toEqual([to]));
});

test('does not navigate while signed out', async () => {
  const { navigations } = await openPage('/propertyhub', null);
  expect(navigations).toEqual([]);
});

test('opens the start page after sign-in', async () => {
  const { actor, navigations } = await openPage('/client/login', null);
  actor.send({ type: 'SIGN_IN', credentials: { userKind: 'client', email: 'e', password: 'p' } });
  await vi.waitFor(() => expect(navigations).toEqual(['/client/portal']));
});

test.each([
  { page: '/login', to: ['/SuperAdminPortal'] },
  { page: '/client/Login/', to: ['/SuperAdminPortal'] },
  { page: '/About', to: [] },
])('navigates to $to after another tab signs in while $page is open', async ({ page, to }) => {
  const { actor, navigations, verify } = await openPage(page, null);
  verify.mockResolvedValue({ user: ada, endsAt: Date.now() + 3_600_000 });
  actor.send({ type: 'SIGNED_IN_ELSEWHERE' });
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag('signed-in')).toBe(true));
  expect(navigations).toEqual(to);
});

test('leaves the login page, even while it loads, if another tab has signed in again', async () => {
  const { actor, navigations } = await openPage('/propertyhub');
  actor.send({ type: 'ENDED_ELSEWHERE', ending: 'signed-out' });
  actor.send({ type: 'SIGNED_IN_ELSEWHERE' });
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag('signed-in')).toBe(true));
  expect(navigations).toEqual(['/login?action=logout', '/SuperAdminPortal']);
});

test('does not navigate if the page is opened while signed in', async () => {
  const { navigations } = await openPage('/client/login', ada);
  expect(navigations).toEqual([]);
});

test('opens the client portal when impersonation starts, and returns when it stops', async () => {
  const { actor, navigations } = await openPage('/SuperAdminPortal');
  actor.send({ type: 'IMPERSONATION_CHANGED', client });
  actor.send({ type: 'IMPERSONATION_CHANGED', client: null });
  expect(navigations).toEqual(['/client/portal', '/SuperAdminPortal?tab=client-management']);
});

test.each([
  { title: 'an impersonation starts', change: { type: 'IMPERSONATION_CHANGED', client } as const },
  { title: 'the user signs out', change: { type: 'SIGN_OUT' } as const },
])('keeps cached data until the next page has loaded when $title', async ({ change }) => {
  const { actor, navigations, forget, finishLoading } = await openPage('/SuperAdminPortal');
  actor.send(change);
  await vi.waitFor(() => expect(navigations).toHaveLength(1));
  expect(forget).not.toHaveBeenCalled();
  finishLoading();
  await vi.waitFor(() => expect(forget.mock.calls).toEqual([[true]]));
});
