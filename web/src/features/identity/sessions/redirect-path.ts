import type { UserKind } from '../../platform/session/user.ts';

const KEY = 'landline.redirect';
/** Pages that must not be redirect targets. */
const EXCLUDED_PATHS =
  /^\/(login|client\/login|client\/setup|setup|login-selection|forgot-?password|unauthorized)?\/?$/i;

/**
 * Returns a path on this site, or null. Stored paths are redirect targets after sign-in, so they must not name
 * another site (`//host`, `/\host`, control characters that browsers drop, a scheme).
 */
export function safePath(path: string | null | undefined): string | null {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]/u.test(path)) return null;
  const here = 'http://here.invalid';
  const url = URL.parse(path, here);
  if (!url || url.origin !== here || url.pathname.startsWith('//') || EXCLUDED_PATHS.test(url.pathname))
    return null;
  return url.pathname + url.search;
}

/** Stores the page requested without a session (spec 000 §4, §6). */
export function keepRedirectPath(userKind: UserKind, path: string): void {
  const safe = safePath(path);
  if (safe) sessionStorage.setItem(`${KEY}.${userKind}`, safe);
}

/** Returns the page requested before sign-in and forgets it. */
export function takeRedirectPath(userKind: UserKind): string | null {
  const path = safePath(sessionStorage.getItem(`${KEY}.${userKind}`));
  forgetRedirectPaths();
  return path;
}

export function forgetRedirectPaths(): void {
  for (const userKind of ['staff', 'client']) sessionStorage.removeItem(`${KEY}.${userKind}`);
}
