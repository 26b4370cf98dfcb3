import { expect, test } from 'vitest';
import { safePath } from './redirect-path.ts';

test.each(['/propertyhub', '/client/portal?tab=billing', '/propertyhub/zipcode/03766?page=2'])(
  'accepts %s as a redirect target',
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
])('rejects %j as a redirect target', (path) => {
  expect(safePath(path)).toBeNull();
});
