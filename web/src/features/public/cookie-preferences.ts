import { useSyncExternalStore } from 'react';

/** What somebody allows us to keep in their browser (spec 000 §3), and since when. */
export interface CookiePreferences {
  essential: true;
  analytics: boolean;
  marketing: boolean;
  /** ISO 8601. */
  date: string;
}

const KEY = 'landline.cookie-preferences';
const changes = new EventTarget();

let read: { text: string | null; preferences: CookiePreferences | null } | undefined;

/** The choice that was made, or null until one is. */
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
    // Nothing was kept, or something that we did not write: the question is asked again.
    return null;
  }
}

/** Keeps a choice in this browser. */
export function choose(choice: { analytics: boolean; marketing: boolean }): void {
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

/** The choice, in step with other tabs. */
export function useCookiePreferences(): CookiePreferences | null {
  return useSyncExternalStore(subscribe, preferences);
}
