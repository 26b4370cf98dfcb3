import { matchPath } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { decide, redirectTarget, type Visitor } from './access.ts';
import { PAGES, REDIRECTS } from './pages.ts';
import { params, requestOf, VISITORS, type VisitorName } from './testing/visitors.ts';

const MAY_ENTER = 'enters';
type Outcomes = Record<VisitorName, string>;

/** Outcomes for client users and for SuperAdmins who act as a client. */
const clients = (outcome: string) => ({
  'own client': outcome,
  'other client': outcome,
  'client without Property Finder': outcome,
  'client without the assistant': outcome,
  demo: outcome,
  impersonating: outcome,
  'impersonating another': outcome,
});
const staff = (outcome: string) => ({
  SuperAdmin: outcome,
  Admin: outcome,
  Manager: outcome,
  Employee: outcome,
});

/** Staff pages of one role: an anonymous visitor signs in and returns; others are redirected as in spec 000 §6. */
const only = (role: 'Admin' | 'Manager' | 'Employee'): Outcomes => ({
  anonymous: '/login, and back',
  ...staff('/Unauthorized'),
  SuperAdmin: '/SuperAdminPortal',
  [role]: MAY_ENTER,
  ...clients('/client/portal'),
});
const superAdminOnly: Outcomes = {
  anonymous: '/login, and back',
  ...staff('/Unauthorized'),
  SuperAdmin: MAY_ENTER,
  ...clients('/client/portal'),
};
const hubOfClient = {
  anonymous: '/client/login, and back',
  ...staff('/Unauthorized'),
  ...clients(MAY_ENTER),
  'client without Property Finder': '/client/portal',
};

/** Expected decisions for all paths, each in exactly one group. `…` matches any continuation. */
const GROUPS: readonly { pages: readonly string[]; outcomes: Outcomes }[] = [
  {
    pages: [
      '/',
      '/home',
      '/About',
      '/Contact',
      '/Support',
      '/Resources',
      '/Careers',
      '/SalesQuotePage',
      '/terms-of-use',
      '/TermsOfUse',
      '/privacy-policy',
      '/PrivacyPolicy',
      '/cookie-policy',
      '/CookiePolicy',
      '/login-selection',
      '/ForgotPassword',
      '/forgot-password',
      '/setup',
      '/client/setup',
      '/confirm-email',
      '/client/confirm-email',
      '/Unauthorized',
      '/newsletter/unsubscribe',
      '/ai/pricing',
      '/shared-report',
    ],
    outcomes: { anonymous: MAY_ENTER, ...staff(MAY_ENTER), ...clients(MAY_ENTER) },
  },
  {
    pages: ['/login'],
    outcomes: {
      anonymous: MAY_ENTER,
      SuperAdmin: '/SuperAdminPortal',
      Admin: '/AdminPortal',
      Manager: '/ManagerPortal',
      Employee: '/EmployeePortal',
      ...clients('/client/portal'),
    },
  },
  {
    pages: ['/client/login'],
    outcomes: { anonymous: MAY_ENTER, ...staff(MAY_ENTER), ...clients('/client/portal') },
  },
  { pages: ['/SuperAdminPortal', '/SuperAdminPortal/…'], outcomes: superAdminOnly },
  {
    pages: ['/propertyhub/imports/…'],
    outcomes: { ...superAdminOnly, ...clients('/client/acme/propertyhub/…') },
  },
  {
    pages: ['/account'],
    outcomes: { anonymous: '/login, and back', ...staff(MAY_ENTER), ...clients('/client/portal') },
  },
  { pages: ['/AdminPortal'], outcomes: only('Admin') },
  { pages: ['/ManagerPortal'], outcomes: only('Manager') },
  { pages: ['/EmployeePortal'], outcomes: only('Employee') },
  {
    // The page itself explains missing rights and redirects.
    pages: ['/ai/settings'],
    outcomes: {
      anonymous: '/login, and back',
      ...staff(MAY_ENTER),
      ...clients('/client/portal'),
    },
  },
  {
    pages: ['/ai', '/ai/…'],
    outcomes: {
      anonymous: '/login, and back',
      ...staff('/dashboard'),
      SuperAdmin: MAY_ENTER,
      Admin: MAY_ENTER,
      ...clients('/client/portal'),
    },
  },
  {
    pages: ['/propertyhub', '/propertyhub/…'],
    outcomes: { ...superAdminOnly, Admin: MAY_ENTER, ...clients('/client/acme/propertyhub…') },
  },
  {
    pages: ['/client/portal', '/ClientPortal'],
    outcomes: {
      anonymous: '/client/login, and back',
      ...staff('/Unauthorized'),
      SuperAdmin: '/client/login',
      ...clients(MAY_ENTER),
    },
  },
  {
    pages: ['/client/:clientId/portal'],
    outcomes: {
      anonymous: '/client/login, and back',
      ...staff('/Unauthorized'),
      SuperAdmin: '/client/login',
      ...clients(MAY_ENTER),
      'other client': '/client/portal',
      'impersonating another': '/client/portal',
    },
  },
  {
    pages: ['/client/propertyhub', '/client/propertyhub/…'],
    outcomes: { ...hubOfClient, SuperAdmin: '/propertyhub…' },
  },
  {
    pages: ['/client/:clientId/propertyhub', '/client/:clientId/propertyhub/…'],
    outcomes: {
      ...hubOfClient,
      SuperAdmin: MAY_ENTER,
      'other client': '/client/portal',
      'impersonating another': '/client/portal',
    },
  },
];

const covers = (pattern: string, path: string) =>
  pattern.endsWith('…') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
/** Returns the group with the longest matching pattern: `/propertyhub/imports/…` precedes `/propertyhub/…`. */
const groupOf = (path: string) =>
  GROUPS.flatMap(({ pages, outcomes }) => pages.map((pattern) => ({ pattern, outcomes })))
    .filter(({ pattern }) => covers(pattern, path))
    .sort((a, b) => b.pattern.length - a.pattern.length)[0];

describe.each(PAGES.map((row) => ({ row, path: row.path })))('$path', ({ row, path }) => {
  const group = groupOf(path);
  test.each(Object.keys(VISITORS) as VisitorName[])('admits or redirects %s', (who) => {
    const visitor: Visitor = VISITORS[who];
    const decision = decide(row, visitor, requestOf(row));
    const outcome = decision.enter ? MAY_ENTER : `${decision.to}${decision.remember ? ', and back' : ''}`;
    const expected = (group?.outcomes[who] ?? 'no group matches this path').replace(
      '/acme/',
      `/${'client' in visitor ? visitor.client.id : ''}/`,
    );
    if (expected.endsWith('…')) expect(outcome).toMatch(new RegExp(`^${expected.slice(0, -1)}`));
    else expect(outcome).toBe(expected);
  });
});

test('every group matches existing pages', () => {
  for (const pattern of GROUPS.flatMap(({ pages }) => pages)) {
    expect(PAGES.some(({ path }) => covers(pattern, path))).toBe(true);
  }
});

test('no two pages share a path, ignoring case', () => {
  const paths = [...PAGES, ...REDIRECTS].map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});

test.each(['action=logout', 'action=logout&error=true', 'from=selection'])(
  'shows the sign-in page to signed-in users with ?%s',
  (query) => {
    const row = PAGES.find(({ path }) => path === '/login');
    expect(
      row && decide(row, VISITORS.Admin, { pathname: '/login', search: `?${query}`, params: {} }),
    ).toEqual({
      enter: true,
    });
  },
);

test.each([
  { from: '/dashboard', as: 'anonymous', to: '/login-selection' },
  { from: '/dashboard', as: 'SuperAdmin', to: '/SuperAdminPortal' },
  { from: '/dashboard', as: 'Employee', to: '/EmployeePortal' },
  { from: '/dashboard', as: 'own client', to: '/client/portal' },
  { from: '/portal', as: 'impersonating', to: '/client/portal' },
  { from: '/admin/reports', as: 'Admin', to: '/ai/client-analytics?x=1' },
  { from: '/signup', as: 'anonymous', to: '/SalesQuotePage?x=1' },
  { from: '/verify-email', as: 'anonymous', to: '/login-selection?x=1' },
  { from: '/ai-client/login', as: 'anonymous', to: '/client/login?x=1' },
  { from: '/ai-client/setup', as: 'anonymous', to: '/client/setup?x=1' },
  { from: '/ai-client/dashboard', as: 'own client', to: '/client/portal?x=1' },
  { from: '/client/dashboard', as: 'own client', to: '/client/portal?x=1' },
  { from: '/client/:clientId', as: 'own client', to: '/client/acme/portal?x=1' },
  { from: '/aduhub/*', as: 'SuperAdmin', to: '/propertyhub/lebanon/c?x=1' },
  { from: '/property-hub/*', as: 'SuperAdmin', to: '/propertyhub/lebanon/c?x=1' },
  { from: '/client/:clientId/aduhub/*', as: 'impersonating', to: '/client/acme/propertyhub/lebanon/c?x=1' },
] as const)('redirects $as from $from to $to', ({ from, as, to }) => {
  const row = REDIRECTS.find(({ path }) => path === from);
  const request = { pathname: from, search: '?x=1', params: { ...params, '*': 'lebanon/c' } };
  expect(row && redirectTarget(row.to, VISITORS[as], request)).toBe(to);
});

test('keeps the query when a SuperAdmin opens a client page without a client', () => {
  const row = PAGES.find(({ path }) => path === '/client/propertyhub');
  const request = { pathname: '/client/propertyhub', search: '?x=1', params: {} };
  expect(row && decide(row, VISITORS.SuperAdmin, request)).toEqual({ enter: false, to: '/propertyhub?x=1' });
});

describe.each(REDIRECTS.map((row) => ({ row, from: row.path })))('$from', ({ row }) => {
  test.each(Object.keys(VISITORS) as VisitorName[])('redirects %s to an existing page', (who) => {
    const request = { pathname: row.path, search: '', params: { ...params, '*': 'lebanon' } };
    const landing = redirectTarget(row.to, VISITORS[who], request);
    const page = PAGES.find(({ path }) => matchPath({ path, caseSensitive: false }, landing));
    expect(page).toBeDefined();
    // A redirect to `home` opens the visitor's own portal; the page table decides about any other target.
    if (row.to === 'home' && page)
      expect(decide(page, VISITORS[who], { pathname: landing, search: '', params: {} })).toEqual({
        enter: true,
      });
  });
});
