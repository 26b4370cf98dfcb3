import { assign, fromPromise, setup } from 'xstate';
import { ApiError, hasStatus } from '../../../shared/http/errors.ts';
import { LOGIN } from '../../../shared/messages.ts';
import { notProvided } from '../../../shared/not-provided.ts';
import type { Credentials, SignedInClient, UserKind } from '../../platform/session/user.ts';
import type { Verified } from './api/session.ts';
import {
  CHECK_EVERY_MS,
  LOGOUT_DELAY_MS,
  MESSAGE_MS,
  RENEW_EVERY_MS,
  VERIFY_EVERY_MS,
  WARNING_MS,
} from './constants.ts';
import { type Deadline, deadlineOf, type SessionActivity, type SessionEndReason } from './deadline.ts';

export interface Context extends SessionActivity {
  /** Path of the open page. */
  pathname: () => string;
  renewedAt: number;
  verifiedAt: number;
  /** Set while the warning is shown: end, reason and remaining time. */
  warning: (Deadline & { remaining: number }) | null;
  ending: SessionEndReason | null;
  /** The session ended elsewhere or by timeout, so users stay on pages that need no session. */
  endedPassively: boolean;
  /** The current sign-in attempt, also while it waits for the second factor. */
  attempt: Credentials | null;
  /** Error of the last sign-in attempt, or of the last attempt to reach the server. */
  problem: string | null;
}

export type SessionEvent =
  | { type: 'SIGN_IN'; credentials: Credentials }
  | { type: 'CODE'; code: string }
  | { type: 'CANCEL' }
  | { type: 'SIGN_OUT' }
  | { type: 'DISMISS' }
  | { type: 'RETRY' }
  /** The user was active in this tab. */
  | { type: 'ACTIVITY' }
  | { type: 'ACTIVITY_ELSEWHERE' }
  | { type: 'HIDDEN' }
  | { type: 'VISIBLE' }
  /** The user responded to the warning. */
  | { type: 'STAY' }
  /** The user's data may have changed (name, products). */
  | { type: 'VERIFY' }
  /** `client` is null when impersonation stopped. */
  | { type: 'IMPERSONATION_CHANGED'; client: SignedInClient | null }
  /** The password was changed, so the session ends (spec 000 §4). */
  | { type: 'PASSWORD_CHANGED' }
  /** A call was rejected and the refresh failed. */
  | { type: 'REJECTED' }
  | { type: 'ENDED_ELSEWHERE'; ending: SessionEndReason }
  /** Another tab signed in; the cookies may belong to another user. */
  | { type: 'SIGNED_IN_ELSEWHERE' };

/** Returns the error text of spec 000 §8; rate limits and second-factor errors use the server's text. */
function loginProblem(error: unknown, attempt: Credentials | null): string {
  if (!(error instanceof ApiError)) return LOGIN.failed;
  if (error.status === 0) return error.message;
  if (error.status === 429) return error.serverMessage ?? LOGIN.tooMany;
  if (!hasStatus(error, 401, 403)) return LOGIN.other;
  return attempt?.code === undefined || !error.serverMessage
    ? LOGIN.refused[attempt?.userKind ?? 'staff']
    : error.serverMessage;
}

export const deadline = (context: Context) => deadlineOf(context, context.pathname());

/**
 * Returns whether a periodic call is due. In the foreground, a call needs activity since the last one; without activity,
 * the session expires. A tab in the background always calls.
 */
const isDue = ({ activeAt, hiddenAt }: Context, at: number, everyMs: number) =>
  Date.now() - at >= everyMs && (activeAt > at || hiddenAt !== null);

/** Types, actors, actions and guards of the session machine. */
export const session = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    input: {} as { pathname: () => string },
    tags: {} as 'settled' | 'signed-in' | 'signing-in' | 'challenged',
  },
  actors: {
    verify: fromPromise<Verified | null>(notProvided('verify')),
    login: fromPromise<Verified, Credentials>(notProvided('login')),
    logout: fromPromise<void, UserKind>(notProvided('logout')),
    keepAlive: fromPromise<boolean>(notProvided('keepAlive')),
  },
  actions: {
    recordActivity: assign({ activeAt: () => Date.now() }),
    markHidden: assign({ hiddenAt: () => Date.now() }),
    markVisible: assign({ hiddenAt: null }),
    clearProblem: assign({ problem: null }),
    recordRenewal: assign({ renewedAt: () => Date.now() }),
    showLoginProblem: assign({
      // The event is an `onError` event, but shared actions cannot type it.
      problem: ({ context, event }) =>
        loginProblem('error' in event ? event.error : undefined, context.attempt),
    }),
    markExpired: assign({ ending: 'expired', endedPassively: true }),
    warn: assign({
      warning: ({ context }) => {
        const end = deadline(context);
        return { ...end, remaining: Math.max(0, end.at - Date.now()) };
      },
    }),
  },
  guards: {
    isOver: ({ context }) => Date.now() >= deadline(context).at,
    isExpiring: ({ context }) => Date.now() >= deadline(context).at - WARNING_MS,
    /** The warning is about inactivity, not about the longest lifetime of a session. */
    canStay: ({ context: { warning, endsAt } }) => warning?.at !== endsAt,
    mustRenew: ({ context }) => isDue(context, context.renewedAt, RENEW_EVERY_MS),
    mustVerify: ({ context }) => isDue(context, context.verifiedAt, VERIFY_EVERY_MS),
  },
  delays: { check: CHECK_EVERY_MS, leave: LOGOUT_DELAY_MS, dismiss: MESSAGE_MS.loginError },
});
