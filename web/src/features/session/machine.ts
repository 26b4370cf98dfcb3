import { assign, fromPromise, setup } from 'xstate';
import { hasStatus, messageOf } from '../../shared/http/errors.ts';
import type { Credentials, User } from './user.ts';

const MINUTE = 60_000;

/** Why there is no session any more; the login page says so. */
export type Ending = 'signed-out' | 'sign-out-failed' | 'timed-out';

interface Context {
  user: User | null;
  ending: Ending | null;
  /** What is wrong with the last attempt to sign in, or with reaching the server. */
  problem: string | null;
}

type SessionEvent =
  | { type: 'SIGN_IN'; credentials: Credentials }
  | { type: 'SIGN_OUT' }
  | { type: 'DISMISS' }
  | { type: 'RETRY' }
  /** The person did something, here or in another tab. */
  | { type: 'ACTIVITY' }
  /** The person wants to stay, having been warned. */
  | { type: 'STAY' }
  /** A call was refused and could not be refreshed. */
  | { type: 'LOST' }
  /** Another tab signed out, or its session ended. */
  | { type: 'ENDED_ELSEWHERE'; ending: Ending };

const loginProblem = (error: unknown) =>
  hasStatus(error, 401)
    ? 'Invalid credentials. Please try again.'
    : hasStatus(error, 0, 429)
      ? messageOf(error)
      : 'An error occurred during login. Please try again.';

/**
 * The session of a person (spec 000 §4): checked once when the page loads, kept alive while somebody is
 * active, warned of 5 minutes before 2 hours of inactivity end it.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    tags: {} as 'settled' | 'signed-in' | 'signing-in',
  },
  actors: {
    verify: fromPromise<User | null>(() => Promise.reject(new Error('verify is not provided'))),
    login: fromPromise<User, Credentials>(() => Promise.reject(new Error('login is not provided'))),
    logout: fromPromise<void>(() => Promise.reject(new Error('logout is not provided'))),
    keepAlive: fromPromise<boolean>(() => Promise.reject(new Error('keepAlive is not provided'))),
  },
  delays: { untilWarning: 115 * MINUTE, warning: 5 * MINUTE, keepAlive: 30 * MINUTE },
}).createMachine({
  id: 'session',
  context: { user: null, ending: null, problem: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'verify',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'authenticated',
            actions: assign({ user: ({ event }) => event.output }),
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
      entry: assign({ user: null }),
      on: {
        SIGN_IN: 'authenticating',
        DISMISS: { actions: assign({ problem: null }) },
      },
    },
    authenticating: {
      tags: ['settled', 'signing-in'],
      entry: assign({ problem: null }),
      invoke: {
        src: 'login',
        input: ({ event }) => {
          if (event.type !== 'SIGN_IN') throw new Error(`Cannot sign in on ${event.type}`);
          return event.credentials;
        },
        onDone: {
          target: 'authenticated',
          actions: assign({ user: ({ event }) => event.output, ending: null }),
        },
        onError: {
          target: 'unauthenticated',
          actions: assign({ problem: ({ event }) => loginProblem(event.error) }),
        },
      },
    },
    authenticated: {
      tags: ['settled', 'signed-in'],
      initial: 'active',
      on: {
        SIGN_IN: 'authenticating',
        SIGN_OUT: 'signingOut',
        LOST: { target: 'unauthenticated', actions: assign({ ending: 'timed-out' }) },
        ENDED_ELSEWHERE: {
          target: 'unauthenticated',
          actions: assign({ ending: ({ event }) => event.ending }),
        },
      },
      states: {
        active: {
          type: 'parallel',
          states: {
            watch: {
              initial: 'waiting',
              states: {
                waiting: {
                  on: { ACTIVITY: { target: 'waiting', reenter: true } },
                  after: { untilWarning: '#session.authenticated.expiring' },
                },
              },
            },
            upkeep: {
              initial: 'idle',
              states: {
                idle: { on: { ACTIVITY: 'used' } },
                used: { after: { keepAlive: 'refreshing' } },
                refreshing: {
                  invoke: {
                    src: 'keepAlive',
                    onDone: [
                      { guard: ({ event }) => event.output, target: 'idle' },
                      { target: '#session.unauthenticated', actions: assign({ ending: 'timed-out' }) },
                    ],
                    // Not reached: the session stands, and the next call tries again.
                    onError: 'idle',
                  },
                },
              },
            },
          },
        },
        expiring: {
          on: { STAY: 'renewing' },
          after: { warning: '#session.timingOut' },
        },
        renewing: {
          invoke: {
            src: 'keepAlive',
            onDone: [
              { guard: ({ event }) => event.output, target: 'active' },
              { target: '#session.unauthenticated', actions: assign({ ending: 'timed-out' }) },
            ],
            onError: 'active',
          },
        },
      },
    },
    timingOut: {
      entry: assign({ ending: 'timed-out' }),
      invoke: { src: 'logout', onDone: 'unauthenticated', onError: 'unauthenticated' },
    },
    signingOut: {
      invoke: {
        src: 'logout',
        onDone: { target: 'unauthenticated', actions: assign({ ending: 'signed-out' }) },
        onError: { target: 'unauthenticated', actions: assign({ ending: 'sign-out-failed' }) },
      },
    },
  },
});
