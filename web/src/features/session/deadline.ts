import { BACKGROUND_MS, CLIENT_IDLE_MS, INACTIVITY_MS } from './constants.ts';
import type { User } from './user.ts';

/** Why there is no session any more; the login page says so. */
export type Ending = 'signed-out' | 'sign-out-failed' | 'inactive' | 'expired';

export interface Use {
  user: User | null;
  /** When anybody last did something, in any tab. */
  activeAt: number;
  /** Since when this tab is in the background; null when it is in front. */
  hiddenAt: number | null;
  /** When the session ends at the latest; null when the clock of this machine cannot tell. */
  endsAt: number | null;
}

export interface Deadline {
  at: number;
  ending: Extract<Ending, 'inactive' | 'expired'>;
}

/** When the session ends if nothing happens any more, and how that is called (spec 000 §9). */
export function deadlineOf({ user, activeAt, hiddenAt, endsAt }: Use, pathname: string): Deadline {
  const idle = idleDeadline(user, activeAt, hiddenAt, pathname);
  return endsAt !== null && endsAt < idle.at ? { at: endsAt, ending: 'expired' } : idle;
}

function idleDeadline(
  user: User | null,
  activeAt: number,
  hiddenAt: number | null,
  pathname: string,
): Deadline {
  // "2 hour limit" would not be true of a client's 30 minutes.
  if (user?.role === 'ClientUser' && /^\/(ai-)?client(\/|$)/i.test(pathname)) {
    return { at: activeAt + CLIENT_IDLE_MS, ending: 'expired' };
  }
  if (user?.role !== 'ClientUser' && hiddenAt !== null) {
    return { at: Math.max(activeAt, hiddenAt) + BACKGROUND_MS, ending: 'inactive' };
  }
  return { at: activeAt + INACTIVITY_MS, ending: 'inactive' };
}
