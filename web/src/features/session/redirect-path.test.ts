import { expect, test } from 'vitest';
import { isPublicRoute } from './public-routes.ts';
import { safePath } from './redirect-path.ts';

test.each(['/propertyhub', '/client/portal?tab=billing', '/propertyhub/zipcode/03766?page=2'])(
  '%s is a place to come back to',
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

test.each([
  '',
  null,
  'propertyhub',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  '/login',
  '/client/login?setup=complete',
  '/',
])('%j is none', (path) => {
  expect(safePath(path)).toBeNull();
});

test('public routes are known by path, without regard to case', () => {
  for (const path of ['/', '/About', '/login', '/TermsOfUse', '/ForgotPassword/', '/salesquotepage']) {
    expect(isPublicRoute(path)).toBe(true);
  }
  for (const path of ['/propertyhub', '/client/portal', '/SuperAdminPortal', '/about/us']) {
    expect(isPublicRoute(path)).toBe(false);
  }
});
