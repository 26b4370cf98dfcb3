import type { SignedInClient } from '@landline/api/identity/contract';
import { assign, fromPromise, setup } from 'xstate';
import { ApiError, hasStatus } from '../../shared/http/errors.ts';
import { LOGIN } from '../../shared/messages.ts';
import type { Verified } from './api/verify.ts';
import {
  CHECK_EVERY_MS,
  LOGOUT_DELAY_MS,
  MESSAGE_MS,
  RENEW_EVERY_MS,
  VERIFY_EVERY_MS,
  WARNING_MS,
} from './constants.ts';
import { type Deadline, deadlineOf, type Ending, type Use } from './deadline.ts';
import type { Credentials, Door } from './user.ts';

export interface Context extends Use {
  /** The page that is open. */
  pathname: () => string;
  renewedAt: number;
  verifiedAt: number;
  /** While the warning shows: when and how the session ends, and how long that is from now. */
  warning: (Deadline & { remaining: number }) | null;
  ending: Ending | null;
  /** It ended in another tab, or by itself: people are left on pages that need no session. */
  leftAlone: boolean;
  /** The attempt to sign in that is under way, or waits for the code of the second factor. */
  attempt: Credentials | null;
  /** What is wrong with the last attempt to sign in, or with reaching the server. */
  problem: string | null;
}

export type SessionEvent =
  | { type: 'SIGN_IN'; credentials: Credentials }
  /** The code of the second factor, or none: another sign-in. */
  | { type: 'CODE'; code: string }
  | { type: 'CANCEL' }
  | { type: 'SIGN_OUT' }
  | { type: 'DISMISS' }
  | { type: 'RETRY' }
  /** The person did something, here or in another tab. */
  | { type: 'ACTIVITY' }
  /** This tab went to the background, or came back. */
  | { type: 'HIDDEN' }
  | { type: 'VISIBLE' }
  /** The person wants to stay, having been warned. */
  | { type: 'STAY' }
  /** What is known of the user may have changed (a name, a product): ask. */
  | { type: 'VERIFY' }
  /** A SuperAdmin began to act as a client, or stopped. */
  | { type: 'ACTING'; client: SignedInClient | null }
  /** The password is another one now, so this session ends (spec 000 §4). */
  | { type: 'PASSWORD_CHANGED' }
  /** A call was refused and could not be refreshed. */
  | { type: 'LOST' }
  /** Another tab signed out, or its session ended. */
  | { type: 'ENDED_ELSEWHERE'; ending: Ending }
  /** Another tab signed in: the cookies may be somebody else's now. */
  | { type: 'SIGNED_IN_ELSEWHERE' };

/** The texts of spec 000 §8; a limit, and what is wrong with a code, in the server's words. */
function loginProblem(error: unknown, attempt: Credentials | null): string {
  if (!(error instanceof ApiError)) return LOGIN.failed;
  if (error.status === 0) return error.message;
  if (error.status === 429) return error.said ?? LOGIN.tooMany;
  if (!hasStatus(error, 401, 403)) return LOGIN.other;
  return attempt?.code === undefined || !error.said ? LOGIN.refused[attempt?.door ?? 'staff'] : error.said;
}

/** When and how the session ends, as things are. */
export const deadline = (context: Context) => deadlineOf(context, context.pathname());
/** What nobody uses is left to run out. */
const isDue = ({ activeAt, hiddenAt }: Context, at: number, everyMs: number) =>
  Date.now() - at >= everyMs && (activeAt > at || hiddenAt !== null);

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

/** What the session's states are made of: who does the work, what is kept, what is asked. */
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
    logout: fromPromise<void, Door>(notProvided('logout')),
    keepAlive: fromPromise<boolean>(notProvided('keepAlive')),
  },
  actions: {
    seen: assign({ activeAt: () => Date.now() }),
    hidden: assign({ hiddenAt: () => Date.now() }),
    shown: assign({ hiddenAt: null }),
    forgiven: assign({ problem: null }),
    renewed: assign({ renewedAt: () => Date.now() }),
    refuse: assign({
      // Of `onError`, whose event the type of a shared action does not know.
      problem: ({ context, event }) =>
        loginProblem('error' in event ? event.error : undefined, context.attempt),
    }),
    expired: assign({ ending: 'expired', leftAlone: true }),
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
    mustRenew: ({ context }) => isDue(context, context.renewedAt, RENEW_EVERY_MS),
    mustVerify: ({ context }) => isDue(context, context.verifiedAt, VERIFY_EVERY_MS),
  },
  delays: { check: CHECK_EVERY_MS, leave: LOGOUT_DELAY_MS, dismiss: MESSAGE_MS.loginError },
});
