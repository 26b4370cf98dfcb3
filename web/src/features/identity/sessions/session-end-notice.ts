import { SESSION } from '../../../shared/messages.ts';
import type { Notice } from '../../../shared/notice/use-notice.ts';
import { MESSAGE_MS } from './constants.ts';
import type { SessionEndReason } from './deadline.ts';

const KEY = 'landline.ending';

/**
 * Stores why the session ended, so that the login page can show it after a reload (spec 000 §4: timed-out flag and
 * message).
 */
export function storeSessionEnd(reason: SessionEndReason): void {
  sessionStorage.setItem(KEY, reason);
}

export function clearSessionEnd(): void {
  sessionStorage.removeItem(KEY);
}

/** Returns the login page notice about the last session's end (spec 000 §2, §8), or null. */
export function sessionEndNotice(search: URLSearchParams): Notice | null {
  const forMs = MESSAGE_MS.sessionEnd;
  if (search.get('timeout') === 'true') {
    const isInactive = sessionStorage.getItem(KEY) === 'inactive';
    return { text: isInactive ? SESSION.inactive : SESSION.expired, kind: 'notice', forMs };
  }
  if (search.get('action') !== 'logout') return null;
  return search.get('error') === 'true'
    ? { text: SESSION.loggedOutHere, kind: 'notice', forMs }
    : { text: SESSION.loggedOut, kind: 'success', forMs };
}
