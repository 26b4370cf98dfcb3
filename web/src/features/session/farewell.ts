import { SESSION } from '../../shared/messages.ts';
import type { Notice } from '../../shared/notice/use-notice.ts';
import { MESSAGE_MS } from './constants.ts';
import type { Ending } from './deadline.ts';

const KEY = 'landline.ending';

/** Keeps why the session ended, for a login page that is loaded afresh (spec 000 §4: timed-out flag and message). */
export function keepFarewell(ending: Ending): void {
  sessionStorage.setItem(KEY, ending);
}

export function forgetFarewell(): void {
  sessionStorage.removeItem(KEY);
}

/** What the login page says about how the last session ended (spec 000 §2, §8), or null. */
export function farewellOf(search: URLSearchParams): Notice | null {
  const forMs = MESSAGE_MS.farewell;
  if (search.get('timeout') === 'true') {
    const isInactive = sessionStorage.getItem(KEY) === 'inactive';
    return { text: isInactive ? SESSION.inactive : SESSION.expired, kind: 'notice', forMs };
  }
  if (search.get('action') !== 'logout') return null;
  return search.get('error') === 'true'
    ? { text: SESSION.loggedOutHere, kind: 'notice', forMs }
    : { text: SESSION.loggedOut, kind: 'success', forMs };
}
