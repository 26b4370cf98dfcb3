import { generatePath, matchPath } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { decide, redirectTarget, type Visitor, type VisitorClient } from './access.ts';
import { breadcrumbsOf } from './breadcrumbs.ts';
import type { PageRow } from './open-pages.ts';
import { PAGES, REDIRECTS } from './pages.ts';

const acme: VisitorClient = {
  id: 'acme',
  name: 'Acme',
  planTier: 'starter',
  has_ai_assistant: true,
  has_geo_leads: true,
  demo: false,
};

const VISITORS = {
  anonymous: { kind: 'anonymous' },
  SuperAdmin: { kind: 'staff', role: 'SuperAdmin' },
  Admin: { kind: 'staff', role: 'Admin' },
  Manager: { kind: 'staff', role: 'Manager' },
  Employee: { kind: 'staff', role: 'Employee' },
  'own client': { kind: 'client', client: acme },
  'other client': { kind: 'client', client: { ...acme, id: 'other' } },
  'client without Property Finder': { kind: 'client', client: { ...acme, has_geo_leads: false } },
  'client without the assistant': { kind: 'client', client: { ...acme, has_ai_assistant: false } },
  demo: { kind: 'client', client: { ...acme, demo: true } },
  impersonating: { kind: 'impersonating', client: acme },
  'impersonating another': { kind: 'impersonating', client: { ...acme, id: 'other' } },
} as const satisfies Record<string, Visitor>;
type Who = keyof typeof VISITORS;

const ENTERS = 'enters';
type Outcomes = Record<Who, string>;

/** Outcomes for client users and for SuperAdmins who act as a client. */
const clients = (
  outcome: string,
): Pick<Outcomes, Extract<Who, `${string}${'client' | 'demo' | 'imp'}${string}`>> => ({
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
  [role]: ENTERS,
  ...clients('/client/portal'),
});
const superAdminOnly: Outcomes = {
  anonymous: '/login, and back',
  ...staff('/Unauthorized'),
  SuperAdmin: ENTERS,
  ...clients('/client/portal'),
};
const hubOfClient = {
  anonymous: '/client/login, and back',
  ...staff('/Unauthorized'),
  ...clients(ENTERS),
  'client without Property Finder': '/client/portal',
};

/** Expected decisions for all paths, each in exactly one group. `…` matches any continuation. */
const GROUPS: readonly { pages: readonly string[]; outcomes: Outcomes }[] = [
  {
    pages: [
      ...['/', '/home', '/About', '/Contact', '/Support', '/Resources', '/Careers', '/SalesQuotePage'],
      ...[
        '/terms-of-use',
        '/TermsOfUse',
        '/privacy-policy',
        '/PrivacyPolicy',
        '/cookie-policy',
        '/CookiePolicy',
      ],
      ...[
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
    ],
    outcomes: { anonymous: ENTERS, ...staff(ENTERS), ...clients(ENTERS) },
  },
  {
    pages: ['/login'],
    outcomes: {
      anonymous: ENTERS,
      SuperAdmin: '/SuperAdminPortal',
      Admin: '/AdminPortal',
      Manager: '/ManagerPortal',
      Employee: '/EmployeePortal',
      ...clients('/client/portal'),
    },
  },
  {
    pages: ['/client/login'],
    outcomes: { anonymous: ENTERS, ...staff(ENTERS), ...clients('/client/portal') },
  },
  { pages: ['/SuperAdminPortal', '/SuperAdminPortal/…'], outcomes: superAdminOnly },
  {
    pages: ['/propertyhub/imports/…'],
    outcomes: { ...superAdminOnly, ...clients('/client/acme/propertyhub/…') },
  },
  {
    pages: ['/account'],
    outcomes: { anonymous: '/login, and back', ...staff(ENTERS), ...clients('/client/portal') },
  },
  { pages: ['/AdminPortal'], outcomes: only('Admin') },
  { pages: ['/ManagerPortal'], outcomes: only('Manager') },
  { pages: ['/EmployeePortal'], outcomes: only('Employee') },
  {
    // The page itself explains missing rights and redirects.
    pages: ['/ai/settings'],
    outcomes: {
      anonymous: '/login, and back',
      ...staff(ENTERS),
      ...clients('/client/portal'),
    },
  },
  {
    pages: ['/ai', '/ai/…'],
    outcomes: {
      anonymous: '/login, and back',
      ...staff('/dashboard'),
      SuperAdmin: ENTERS,
      Admin: ENTERS,
      ...clients('/client/portal'),
    },
  },
  {
    pages: ['/propertyhub', '/propertyhub/…'],
    outcomes: { ...superAdminOnly, Admin: ENTERS, ...clients('/client/acme/propertyhub…') },
  },
  {
    pages: ['/client/portal', '/ClientPortal'],
    outcomes: {
      anonymous: '/client/login, and back',
      ...staff('/Unauthorized'),
      SuperAdmin: '/client/login',
      ...clients(ENTERS),
    },
  },
  {
    pages: ['/client/:clientId/portal'],
    outcomes: {
      anonymous: '/client/login, and back',
      ...staff('/Unauthorized'),
      SuperAdmin: '/client/login',
      ...clients(ENTERS),
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
      SuperAdmin: ENTERS,
      'other client': '/client/portal',
      'impersonating another': '/client/portal',
    },
  },
];

const covers = (pattern: string, path: string) =>
  pattern.endsWith('…') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
/** The longest matching pattern wins, so that `/propertyhub/imports/…` is not `/propertyhub/…`. */
const groupOf = (path: string) =>
  GROUPS.flatMap(({ pages, outcomes }) => pages.map((pattern) => ({ pattern, outcomes })))
    .filter(({ pattern }) => covers(pattern, path))
    .sort((one, other) => other.pattern.length - one.pattern.length)[0];

const params = { clientId: 'acme', adminId: 'a', datasetKey: 'lebanon', candidateId: 'c', importId: 'i' };
const requestOf = (row: PageRow) => ({
  pathname: generatePath(row.path, params),
  search: '',
  params: partsOf(row),
});
const partsOf = ({ path }: PageRow) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => path.includes(`:${name}`)));

describe.each(PAGES.map((row) => ({ row, path: row.path })))('$path', ({ row, path }) => {
  const group = groupOf(path);
  test.each(Object.keys(VISITORS) as Who[])('%s', (who) => {
    const visitor: Visitor = VISITORS[who];
    const decision = decide(row, visitor, requestOf(row));
    const outcome = decision.enter ? ENTERS : `${decision.to}${decision.remember ? ', and back' : ''}`;
    const expected = (group?.outcomes[who] ?? 'a group of the test').replace(
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

test('no two pages share an address, ignoring case', () => {
  const addresses = [...PAGES, ...REDIRECTS].map(({ path }) => path.toLowerCase());
  expect(new Set(addresses).size).toBe(addresses.length);
});

test.each(['action=logout', 'action=logout&error=true', 'from=selection'])(
  'the sign-in shows to who is signed in, with ?%s',
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
] as const)('$from leads $as to $to', ({ from, as, to }) => {
  const row = REDIRECTS.find(({ path }) => path === from);
  const request = { pathname: from, search: '?x=1', params: { ...params, '*': 'lebanon/c' } };
  expect(row && redirectTarget(row.to, VISITORS[as], request)).toBe(to);
});

describe.each(REDIRECTS.map((row) => ({ row, from: row.path })))('$from', ({ row }) => {
  test.each(Object.keys(VISITORS) as Who[])('leads %s to a page that is there', (who) => {
    const request = { pathname: row.path, search: '', params: { ...params, '*': 'lebanon' } };
    const landing = redirectTarget(row.to, VISITORS[who], request);
    const page = PAGES.find(({ path }) => matchPath({ path, caseSensitive: false }, landing));
    expect(page).toBeDefined();
    // A redirect home opens the visitor's own portal; any other target is decided by its own row.
    if (row.to === 'home' && page)
      expect(decide(page, VISITORS[who], { pathname: landing, search: '', params: {} })).toEqual({
        enter: true,
      });
  });
});

describe('breadcrumbs', () => {
  const trail = (path: string, as: Who, names = {}) => {
    const row = PAGES.find((each) => each.path === path);
    if (!row) throw new Error(path);
    return breadcrumbsOf(row, PAGES, VISITORS[as], requestOf(row), names).map(
      ({ label, to }) => `${label} ${to}`,
    );
  };
  test('are hidden on home, sign-in pages and portal roots', () => {
    for (const path of [
      '/',
      '/home',
      '/login',
      '/ForgotPassword',
      '/SuperAdminPortal',
      '/client/:clientId/portal',
    ]) {
      expect(trail(path, 'SuperAdmin')).toEqual([]);
    }
  });
  test("name an administrator, and say 'Admin {id}' until the name is known", () => {
    expect(trail('/SuperAdminPortal/client-admin/:adminId', 'SuperAdmin')).toEqual([
      'SuperAdmin Portal /SuperAdminPortal',
      'User Management /SuperAdminPortal?tab=user-management',
      'Client Admin Directory /SuperAdminPortal/client-admin-directory',
    ]);
  });
  test("place the hub below the visitor's portal and name the client, or show 'Client {id}'", () => {
    expect(trail('/propertyhub', 'SuperAdmin')).toEqual(['SuperAdmin Portal /SuperAdminPortal']);
    expect(trail('/propertyhub', 'Admin')).toEqual(['Admin Portal /AdminPortal']);
    expect(trail('/client/:clientId/propertyhub', 'own client')).toEqual(['Client acme /client/acme/portal']);
    expect(trail('/client/:clientId/propertyhub', 'own client', { clientId: 'Acme' })).toEqual([
      'Acme /client/acme/portal',
    ]);
    expect(
      trail('/propertyhub/:datasetKey/:candidateId', 'Admin', { datasetKey: 'Lebanon Properties' }),
    ).toEqual([
      'Admin Portal /AdminPortal',
      'Property Hub /propertyhub',
      'Lebanon Properties /propertyhub/lebanon',
    ]);
  });
  test('show the contact page above the sales quote', () => {
    expect(trail('/SalesQuotePage', 'anonymous')).toEqual(['Home /', 'Contact /Contact']);
  });
  test('never have more than 8 items', () => {
    for (const row of PAGES) {
      for (const who of Object.keys(VISITORS) as Who[]) expect(trail(row.path, who).length).toBeLessThan(8);
    }
  });
});
