import type { Door } from './user.ts';

const KEY = 'landline.redirect';
/** Nothing to come back to. */
const NEVER =
  /^\/(login|client\/login|client\/setup|setup|login-selection|forgot-?password|unauthorized)?\/?$/i;

/**
 * A path on this site, or null: what is stored decides where somebody is sent after signing in, so it must not be
 * able to name another site (`//host`, `/\host`, a control character that browsers drop, a scheme).
 */
export function safePath(path: string | null | undefined): string | null {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]/u.test(path)) return null;
  const here = 'http://here.invalid';
  const url = URL.parse(path, here);
  if (!url || url.origin !== here || url.pathname.startsWith('//') || NEVER.test(url.pathname)) return null;
  return url.pathname + url.search;
}

/** Remembers the page that somebody asked for without being signed in (spec 000 §4, §6). */
export function keepRedirectPath(door: Door, path: string): void {
  const safe = safePath(path);
  if (safe) sessionStorage.setItem(`${KEY}.${door}`, safe);
}

/** The page that somebody asked for before signing in at this door, once. */
export function takeRedirectPath(door: Door): string | null {
  const path = safePath(sessionStorage.getItem(`${KEY}.${door}`));
  forgetRedirectPaths();
  return path;
}

export function forgetRedirectPaths(): void {
  for (const door of ['staff', 'client']) sessionStorage.removeItem(`${KEY}.${door}`);
}
