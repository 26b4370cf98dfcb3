import { assign } from 'xstate';
import { ApiError, messageOf } from '../../shared/http/errors.ts';
import type { Verified } from './api/verify.ts';
import { authenticated } from './machine-authenticated.ts';
import { type Context, deadline, type SessionEvent, session } from './machine-setup.ts';
import { type Credentials, type Door, doorOf } from './user.ts';

const wantsCode = (error: unknown) => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';

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

/**
 * The session of a person, staff or client user (spec 000 §4): checked once when the page loads, kept alive while
 * somebody is active, warned of 5 minutes before it ends. Its timers look at the clock, so they are right after a
 * sleep; the times are in `constants.ts`.
 */
export const sessionMachine = session.createMachine({
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
    HIDDEN: { actions: 'hidden' },
    VISIBLE: { actions: 'shown' },
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
        onError: [
          // It was refused before, and whether another one stands cannot be asked.
          { guard: ({ context }) => context.ending !== null, target: 'unauthenticated' },
          {
            target: 'unreachable',
            actions: assign({ problem: ({ event }) => messageOf(event.error) }),
          },
        ],
      },
    },
    unreachable: { tags: 'settled', on: { RETRY: 'checking' } },
    unauthenticated: {
      tags: 'settled',
      entry: assign({ user: null, warning: null }),
      on: {
        SIGN_IN: 'authenticating',
        SIGNED_IN_ELSEWHERE: 'checking',
        DISMISS: { actions: 'forgiven' },
      },
      // Errors of the login clear by themselves (spec 000 §8).
      after: { dismiss: { actions: 'forgiven' } },
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
        DISMISS: { actions: 'forgiven' },
      },
      after: { dismiss: { actions: 'forgiven' } },
    },
    authenticated,
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
