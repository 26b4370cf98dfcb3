import type { User } from '../../platform/session/user.ts';
import { BACKGROUND_MS, CLIENT_IDLE_MS, INACTIVITY_MS } from './constants.ts';

/** Reason of a session's end, shown on the login page. */
export type Ending = 'signed-out' | 'sign-out-failed' | 'inactive' | 'expired';

export interface Use {
  user: User | null;
  /** Time of the last activity in any tab. */
  activeAt: number;
  /** Time at which this tab went to the background; null in the foreground. */
  hiddenAt: number | null;
  /** Latest end of the session; null when this machine's clock is wrong. */
  endsAt: number | null;
}

export interface Deadline {
  at: number;
  ending: Extract<Ending, 'inactive' | 'expired'>;
}

/** Returns when and why the session ends without further activity (spec 000 §9). */
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
  // The "2 hour limit" text would be wrong for the client's 30 minutes.
  if (user?.role === 'ClientUser' && /^\/(ai-)?client(\/|$)/i.test(pathname)) {
    return { at: activeAt + CLIENT_IDLE_MS, ending: 'expired' };
  }
  if (user?.role !== 'ClientUser' && hiddenAt !== null) {
    return { at: Math.max(activeAt, hiddenAt) + BACKGROUND_MS, ending: 'inactive' };
  }
  return { at: activeAt + INACTIVITY_MS, ending: 'inactive' };
}
