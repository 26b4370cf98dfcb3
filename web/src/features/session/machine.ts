import type { SignedInClient } from '@landline/api/identity/contract';
import { assign, fromPromise, setup } from 'xstate';
import { ApiError, hasStatus, messageOf } from '../../shared/http/errors.ts';
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
import { type Credentials, type Door, doorOf } from './user.ts';

interface Context extends Use {
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

type SessionEvent =
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

const wantsCode = (error: unknown) => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';

const deadline = (context: Context) => deadlineOf(context, context.pathname());
const isOver = ({ context }: { context: Context }) => Date.now() >= deadline(context).at;
const isExpiring = ({ context }: { context: Context }) => Date.now() >= deadline(context).at - WARNING_MS;
/** What nobody uses is left to run out. */
const isDue = ({ activeAt, hiddenAt }: Context, at: number, everyMs: number) =>
  Date.now() - at >= everyMs && (activeAt > at || hiddenAt !== null);

function begin({ user, endsAt }: Verified) {
  const now = Date.now();
  // An end that has passed is of a clock that is wrong: the session was verified in this moment.
  return {
    user,
    endsAt: endsAt > now ? endsAt : null,
    activeAt: now,
    renewedAt: now,
    verifiedAt: now,
    ending: null,
    leftAlone: false,
    problem: null,
  };
}

function attemptOf(attempt: Credentials | null, event: SessionEvent | { type: string }): Credentials {
  if ('credentials' in event) return event.credentials;
  if ('code' in event && attempt) return { ...attempt, code: event.code };
  throw new Error(`Cannot sign in on ${event.type}`);
}

const doorIn = ({ context }: { context: Context }): Door => (context.user ? doorOf(context.user) : 'staff');

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

/**
 * The session of a person, staff or client user (spec 000 §4): checked once when the page loads, kept alive while
 * somebody is active, warned of 5 minutes before it ends. Its timers look at the clock, so they are right after a
 * sleep; the times are in `constants.ts`.
 */
export const sessionMachine = setup({
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
  guards: { isOver, isExpiring },
  delays: { check: CHECK_EVERY_MS, leave: LOGOUT_DELAY_MS, dismiss: MESSAGE_MS.loginError },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    pathname: input.pathname,
    user: null,
    endsAt: null,
    activeAt: 0,
    hiddenAt: null,
    renewedAt: 0,
    verifiedAt: 0,
    warning: null,
    ending: null,
    leftAlone: false,
    attempt: null,
    problem: null,
  }),
  initial: 'checking',
  on: {
    HIDDEN: { actions: assign({ hiddenAt: () => Date.now() }) },
    VISIBLE: { actions: assign({ hiddenAt: null }) },
  },
  states: {
    checking: {
      invoke: {
        src: 'verify',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'authenticated',
            // The guard has seen to it that there is one.
            actions: assign(({ event }) => begin(event.output as Verified)),
          },
          { target: 'unauthenticated' },
        ],
        onError: {
          target: 'unreachable',
          actions: assign({ problem: ({ event }) => messageOf(event.error) }),
        },
      },
    },
    unreachable: { tags: 'settled', on: { RETRY: 'checking' } },
    unauthenticated: {
      tags: 'settled',
      entry: assign({ user: null, warning: null }),
      on: {
        SIGN_IN: 'authenticating',
        SIGNED_IN_ELSEWHERE: 'checking',
        DISMISS: { actions: assign({ problem: null }) },
      },
      // Errors of the login clear by themselves (spec 000 §8).
      after: { dismiss: { actions: assign({ problem: null }) } },
    },
    authenticating: {
      tags: ['settled', 'signing-in'],
      entry: assign(({ context, event }) => ({
        problem: null,
        attempt: attemptOf(context.attempt, event),
      })),
      invoke: {
        src: 'login',
        input: ({ context, event }) => attemptOf(context.attempt, event),
        onDone: {
          target: 'authenticated',
          actions: [assign({ attempt: null }), assign(({ event }) => begin(event.output))],
        },
        onError: [
          {
            guard: ({ context, event }) => context.attempt?.code === undefined && wantsCode(event.error),
            target: 'challenged',
          },
          {
            guard: ({ context }) => context.attempt?.code !== undefined,
            target: 'challenged',
            actions: 'refuse',
          },
          { target: 'unauthenticated', actions: 'refuse' },
        ],
      },
    },
    /** The password was right; the code of the second factor is missing. */
    challenged: {
      tags: ['settled', 'challenged'],
      on: {
        CODE: 'authenticating',
        CANCEL: { target: 'unauthenticated', actions: assign({ attempt: null, problem: null }) },
        SIGNED_IN_ELSEWHERE: 'checking',
        DISMISS: { actions: assign({ problem: null }) },
      },
      after: { dismiss: { actions: assign({ problem: null }) } },
    },
    authenticated: {
      tags: ['settled', 'signed-in'],
      initial: 'active',
      on: {
        SIGN_IN: 'authenticating',
        SIGN_OUT: 'signingOut',
        PASSWORD_CHANGED: '.leaving',
        // Where it cannot be asked at once, it is at the next look at the clock.
        VERIFY: { actions: assign({ verifiedAt: 0 }) },
        ACTING: {
          actions: assign({
            user: ({ context: { user }, event }) =>
              user && user.role !== 'ClientUser' ? { ...user, actingAs: event.client } : user,
          }),
        },
        LOST: { target: 'unauthenticated', actions: 'expired' },
        ENDED_ELSEWHERE: {
          target: 'unauthenticated',
          actions: assign({ ending: ({ event }) => event.ending, leftAlone: true }),
        },
        SIGNED_IN_ELSEWHERE: 'checking',
      },
      states: {
        active: {
          type: 'parallel',
          on: {
            // After a sleep the first thing that happens may come before the next look at the clock.
            ACTIVITY: [
              { guard: 'isOver', target: '#session.timingOut' },
              { guard: 'isExpiring', target: 'expiring' },
              { actions: 'seen' },
            ],
            VISIBLE: [
              { guard: 'isOver', target: '#session.timingOut' },
              { actions: ['seen', assign({ hiddenAt: null })] },
            ],
          },
          states: {
            watch: {
              initial: 'waiting',
              states: {
                waiting: {
                  after: {
                    check: [
                      { guard: 'isOver', target: '#session.timingOut' },
                      { guard: 'isExpiring', target: '#session.authenticated.expiring' },
                      { target: 'waiting', reenter: true },
                    ],
                  },
                },
              },
            },
            upkeep: {
              initial: 'idle',
              states: {
                idle: {
                  after: {
                    check: [
                      {
                        guard: ({ context }) => isDue(context, context.renewedAt, RENEW_EVERY_MS),
                        target: 'renewing',
                      },
                      {
                        guard: ({ context }) => isDue(context, context.verifiedAt, VERIFY_EVERY_MS),
                        target: 'verifying',
                      },
                      { target: 'idle', reenter: true },
                    ],
                  },
                  on: { VERIFY: 'verifying' },
                },
                renewing: {
                  invoke: {
                    src: 'keepAlive',
                    onDone: [
                      { guard: ({ event }) => event.output, target: 'idle', actions: 'renewed' },
                      { target: '#session.unauthenticated', actions: 'expired' },
                    ],
                    // Not reached: the session stands, and the next look at the clock tries again.
                    onError: 'idle',
                  },
                },
                verifying: {
                  entry: assign({ verifiedAt: () => Date.now() }),
                  invoke: {
                    src: 'verify',
                    onDone: [
                      {
                        guard: ({ event }) => event.output !== null,
                        target: 'idle',
                        actions: assign(({ event }) => ({ user: (event.output as Verified).user })),
                      },
                      { target: '#session.unauthenticated', actions: 'expired' },
                    ],
                    onError: 'idle',
                  },
                },
              },
            },
          },
        },
        expiring: {
          entry: 'warn',
          exit: assign({ warning: null }),
          on: {
            STAY: 'renewing',
            // Coming back counts as being there (spec 000 §9), unless it is too late.
            VISIBLE: [
              { guard: 'isOver', target: '#session.timingOut' },
              { target: 'active', actions: ['seen', assign({ hiddenAt: null })] },
            ],
          },
          after: {
            check: [
              { guard: 'isOver', target: '#session.timingOut' },
              { guard: 'isExpiring', target: 'expiring', reenter: true },
              { target: 'active' },
            ],
          },
        },
        renewing: {
          invoke: {
            src: 'keepAlive',
            onDone: [
              { guard: ({ event }) => event.output, target: 'active', actions: ['seen', 'renewed'] },
              { target: '#session.unauthenticated', actions: 'expired' },
            ],
            onError: { target: 'active', actions: 'seen' },
          },
        },
        /** The message is read; the server may have ended the session already. */
        leaving: {
          on: { LOST: {}, ENDED_ELSEWHERE: {}, ACTIVITY: {} },
          after: { leave: '#session.signingOut' },
        },
      },
    },
    timingOut: {
      entry: assign({ ending: ({ context }) => deadline(context).ending, leftAlone: true }),
      invoke: { src: 'logout', input: doorIn, onDone: 'unauthenticated', onError: 'unauthenticated' },
    },
    signingOut: {
      entry: assign({ leftAlone: false }),
      invoke: {
        src: 'logout',
        input: doorIn,
        onDone: { target: 'unauthenticated', actions: assign({ ending: 'signed-out' }) },
        onError: { target: 'unauthenticated', actions: assign({ ending: 'sign-out-failed' }) },
      },
    },
  },
});
