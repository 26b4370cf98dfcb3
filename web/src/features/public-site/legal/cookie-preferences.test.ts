import { beforeEach, expect, test, vi } from 'vitest';
import { readCookiePreferences, saveCookiePreferences } from './cookie-preferences.ts';

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
])('with Global Privacy Control set to %s, honors stored and new consent: %s', (signal, counts) => {
  vi.stubGlobal('navigator', {});
  saveCookiePreferences({ analytics: true, marketing: true });
  expect(readCookiePreferences()).toMatchObject({ analytics: true, marketing: true });
  vi.stubGlobal('navigator', { globalPrivacyControl: signal });
  expect(readCookiePreferences()).toMatchObject({ essential: true, analytics: counts, marketing: counts });
  saveCookiePreferences({ analytics: true, marketing: true });
  expect(readCookiePreferences()).toMatchObject({ analytics: counts, marketing: counts });
});
