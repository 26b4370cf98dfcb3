import type { User } from '../../platform/session/user.ts';
import { BACKGROUND_MS, CLIENT_IDLE_MS, INACTIVITY_MS } from './constants.ts';

/** Reason why a session ended, shown on the login page. */
export type SessionEndReason = 'signed-out' | 'sign-out-failed' | 'inactive' | 'expired';

/** Inputs of the session deadline; times are in milliseconds since 1970. */
export interface SessionActivity {
  user: User | null;
  /** Time of the last activity in any tab. */
  activeAt: number;
  /** Time when this tab moved to the background; null while it is in the foreground. */
  hiddenAt: number | null;
  /** Latest time at which the session ends; null before sign-in or if this machine's clock is wrong. */
  endsAt: number | null;
}

export interface Deadline {
  at: number;
  reason: Extract<SessionEndReason, 'inactive' | 'expired'>;
}

/** Returns when and why the session will end without further activity (spec 000 §9). */
export function deadlineOf(
  { user, activeAt, hiddenAt, endsAt }: SessionActivity,
  pathname: string,
): Deadline {
  const idle = idleDeadline(user, activeAt, hiddenAt, pathname);
  return endsAt !== null && endsAt < idle.at ? { at: endsAt, reason: 'expired' } : idle;
}

function idleDeadline(
  user: User | null,
  activeAt: number,
  hiddenAt: number | null,
  pathname: string,
): Deadline {
  // The limits other than 2 hours end as `expired`, because the message for `inactive` mentions a 2-hour limit.
  if (user?.role === 'ClientUser' && /^\/(ai-)?client(\/|$)/i.test(pathname)) {
    return { at: activeAt + CLIENT_IDLE_MS, reason: 'expired' };
  }
  if (user?.role !== 'ClientUser' && hiddenAt !== null) {
    return { at: Math.max(activeAt, hiddenAt) + BACKGROUND_MS, reason: 'expired' };
  }
  return { at: activeAt + INACTIVITY_MS, reason: 'inactive' };
}
