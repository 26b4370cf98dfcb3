import type { Ending } from './deadline.ts';

const MARKER = 'landline.force-logout';

/** Marks that the session of this browser has ended (spec 000 §4): a tab that slept through it finds this. */
export function markForceLogout(ending: Ending): void {
  localStorage.setItem(MARKER, ending);
}

/** Somebody is signed in. */
export function clearForceLogout(): void {
  localStorage.removeItem(MARKER);
}

/** How the session ended since somebody was last signed in, or null. */
export function forceLogout(): Ending | null {
  const marked = localStorage.getItem(MARKER);
  return marked === 'signed-out' || marked === 'sign-out-failed' || marked === 'inactive'
    ? marked
    : marked === null
      ? null
      : 'expired';
}
