import type { SessionEndReason } from './deadline.ts';

const MARKER = 'landline.force-logout';

/** Marks the browser's session as ended, for tabs that are asleep (spec 000 §4). */
export function markForceLogout(reason: SessionEndReason): void {
  localStorage.setItem(MARKER, reason);
}

/** Clears the mark on sign-in. */
export function clearForceLogout(): void {
  localStorage.removeItem(MARKER);
}

/** Returns why the session ended since the last sign-in, or null if it did not. */
export function forceLogoutReason(): SessionEndReason | null {
  const reason = localStorage.getItem(MARKER);
  if (reason === null) return null;
  return reason === 'signed-out' || reason === 'sign-out-failed' || reason === 'inactive'
    ? reason
    : 'expired';
}
