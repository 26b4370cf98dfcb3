import { beforeEach, expect, test, vi } from 'vitest';
import { preferences, saveCookiePreferences } from './cookie-preferences.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  return () => vi.unstubAllGlobals();
});

test.each([
  [undefined, true],
  [false, true],
  [true, false],
])('with the Global Privacy Control signal %s, earlier and new consent is valid: %s', (signal, counts) => {
  vi.stubGlobal('navigator', {});
  saveCookiePreferences({ analytics: true, marketing: true });
  expect(preferences()).toMatchObject({ analytics: true, marketing: true });
  vi.stubGlobal('navigator', { globalPrivacyControl: signal });
  expect(preferences()).toMatchObject({ essential: true, analytics: counts, marketing: counts });
  saveCookiePreferences({ analytics: true, marketing: true });
  expect(preferences()).toMatchObject({ analytics: counts, marketing: counts });
});
