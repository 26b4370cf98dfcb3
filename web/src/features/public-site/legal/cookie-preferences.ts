import { useSyncExternalStore } from 'react';

/** Cookie consent stored in this browser (spec 000 §3). */
export interface CookiePreferences {
  essential: true;
  analytics: boolean;
  marketing: boolean;
  /** Time of the choice, ISO 8601. */
  date: string;
}

const KEY = 'landline.cookie-preferences';
const changes = new EventTarget();

let read: { text: string | null; preferences: CookiePreferences | null } | undefined;

function preferences(): CookiePreferences | null {
  const text = localStorage.getItem(KEY);
  if (read?.text !== text) read = { text, preferences: parsed(text) };
  return read?.preferences ?? null;
}

function parsed(text: string | null): CookiePreferences | null {
  try {
    const { analytics, marketing, date } = JSON.parse(text ?? '') as Partial<CookiePreferences>;
    if (typeof date !== 'string' || Number.isNaN(Date.parse(date))) return null;
    return { essential: true, analytics: analytics === true, marketing: marketing === true, date };
  } catch {
    // Missing or unreadable: the banner asks again.
    return null;
  }
}

export function saveCookiePreferences(choice: { analytics: boolean; marketing: boolean }): void {
  const chosen: CookiePreferences = { essential: true, ...choice, date: new Date().toISOString() };
  localStorage.setItem(KEY, JSON.stringify(chosen));
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
  return useSyncExternalStore(subscribe, preferences);
}
