import { describe, expect, test } from 'vitest';
import { breadcrumbsOf } from './breadcrumbs.ts';
import { PAGES } from './pages.ts';
import { requestOf, VISITORS, type VisitorName } from './testing/visitors.ts';

describe('breadcrumbs', () => {
  const trail = (path: string, as: VisitorName, names = {}) => {
    const row = PAGES.find((page) => page.path === path);
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
  test('lead to an administrator through the user management tab and the directory', () => {
    expect(trail('/SuperAdminPortal/client-admin/:adminId', 'SuperAdmin')).toEqual([
      'SuperAdmin Portal /SuperAdminPortal',
      'User Management /SuperAdminPortal?tab=user-management',
      'Client Admin Directory /SuperAdminPortal/client-admin-directory',
    ]);
  });
  test("start at the visitor's portal and show the client's name, or 'Client {id}' until it is known", () => {
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
      for (const who of Object.keys(VISITORS) as VisitorName[])
        expect(trail(row.path, who).length).toBeLessThan(8);
    }
  });
});
