import { useSyncExternalStore } from 'react';

/** Cookie consent stored in this browser (spec 000 §3). */
interface CookiePreferences {
  essential: true;
  analytics: boolean;
  marketing: boolean;
  /** Time of the choice, ISO 8601. */
  date: string;
}

const KEY = 'landline.cookie-preferences';

/** Returns whether the browser sends the Global Privacy Control signal, an opt-out of analytics and marketing. */
export const hasOptOutSignal = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

const changes = new EventTarget();

let lastRead: { text: string | null; isOptedOut: boolean; preferences: CookiePreferences | null } | undefined;

/** Returns the stored choice: the same object until it changes, as `useSyncExternalStore` requires. */
export function readCookiePreferences(): CookiePreferences | null {
  const text = localStorage.getItem(KEY);
  const isOptedOut = hasOptOutSignal();
  if (lastRead?.text !== text || lastRead.isOptedOut !== isOptedOut)
    lastRead = { text, isOptedOut, preferences: parsePreferences(text) };
  return lastRead.preferences;
}

function parsePreferences(text: string | null): CookiePreferences | null {
  try {
    const { date, ...choice } = JSON.parse(text ?? '') as Partial<CookiePreferences>;
    if (typeof date !== 'string' || Number.isNaN(Date.parse(date))) return null;
    return { ...allowedOf(choice), date };
  } catch {
    // Missing or unreadable: the banner asks again.
    return null;
  }
}

/** Returns a choice without the cookies that the signal opts out of. */
function allowedOf({ analytics, marketing }: Partial<CookiePreferences>): Omit<CookiePreferences, 'date'> {
  const isAllowed = !hasOptOutSignal();
  return {
    essential: true,
    analytics: isAllowed && analytics === true,
    marketing: isAllowed && marketing === true,
  };
}

export function saveCookiePreferences(choice: { analytics: boolean; marketing: boolean }): void {
  const preferences: CookiePreferences = { ...allowedOf(choice), date: new Date().toISOString() };
  localStorage.setItem(KEY, JSON.stringify(preferences));
  changes.dispatchEvent(new Event('change'));
}

function subscribe(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  window.addEventListener('storage', listener);
  return () => {
    changes.removeEventListener('change', listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns the stored choice, in sync across tabs; null before the first choice. */
export function useCookiePreferences(): CookiePreferences | null {
  return useSyncExternalStore(subscribe, readCookiePreferences);
}
