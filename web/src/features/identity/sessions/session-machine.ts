import { assign } from 'xstate';
import { ApiError, messageOf } from '../../../shared/http/errors.ts';
import { type Credentials, type UserKind, userKindOf } from '../../platform/session/user.ts';
import type { Verified } from './api/session.ts';
import { authenticated } from './session-machine-authenticated.ts';
import { type Context, deadline, type SessionEvent, session } from './session-machine-setup.ts';

const needsCode = (error: unknown) => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';

function begin({ user, endsAt }: Verified) {
  const now = Date.now();
  // An end in the past means a wrong clock, because the session was just verified.
  return {
    user,
    endsAt: endsAt > now ? endsAt : null,
    activeAt: now,
    renewedAt: now,
    verifiedAt: now,
    ending: null,
    endedPassively: false,
    problem: null,
  };
}

function attemptOf(attempt: Credentials | null, event: SessionEvent | { type: string }): Credentials {
  if ('credentials' in event) return event.credentials;
  if ('code' in event && attempt) return { ...attempt, code: event.code };
  throw new Error(`Cannot sign in on ${event.type}`);
}

const userKindIn = ({ context }: { context: Context }): UserKind =>
  context.user ? userKindOf(context.user) : 'staff';

/**
 * The session of a staff or client user (spec 000 §4): verified on page load, renewed while the user is active, with
 * a warning 5 minutes before its end. Timers compare clock times, so they are correct after the machine slept; see
 * `constants.ts`.
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
    endedPassively: false,
    attempt: null,
    problem: null,
  }),
  initial: 'checking',
  on: {
    HIDDEN: { actions: 'markHidden' },
    VISIBLE: { actions: 'markVisible' },
  },
  states: {
    checking: {
      invoke: {
        src: 'verify',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'authenticated',
            // Non-null by the guard.
            actions: assign(({ event }) => begin(event.output as Verified)),
          },
          { target: 'unauthenticated' },
        ],
        onError: [
          // The session was already rejected, so it ends although the server cannot be reached.
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
        DISMISS: { actions: 'clearProblem' },
      },
      // Login errors clear after a while (spec 000 §8).
      after: { dismiss: { actions: 'clearProblem' } },
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
            guard: ({ context, event }) => context.attempt?.code === undefined && needsCode(event.error),
            target: 'challenged',
          },
          {
            guard: ({ context }) => context.attempt?.code !== undefined,
            target: 'challenged',
            actions: 'showLoginProblem',
          },
          { target: 'unauthenticated', actions: 'showLoginProblem' },
        ],
      },
    },
    /** The password was correct; the second factor is required. */
    challenged: {
      tags: ['settled', 'challenged'],
      on: {
        CODE: 'authenticating',
        CANCEL: { target: 'unauthenticated', actions: assign({ attempt: null, problem: null }) },
        SIGNED_IN_ELSEWHERE: 'checking',
        DISMISS: { actions: 'clearProblem' },
      },
      after: { dismiss: { actions: 'clearProblem' } },
    },
    authenticated,
    timingOut: {
      entry: [
        assign({ ending: ({ context }) => deadline(context).reason, endedPassively: true }),
        // After the deadline, which depends on the time in the background.
        assign({ hiddenAt: ({ context, event }) => (event.type === 'VISIBLE' ? null : context.hiddenAt) }),
      ],
      invoke: { src: 'logout', input: userKindIn, onDone: 'unauthenticated', onError: 'unauthenticated' },
    },
    signingOut: {
      entry: assign({ endedPassively: false }),
      invoke: {
        src: 'logout',
        input: userKindIn,
        onDone: { target: 'unauthenticated', actions: assign({ ending: 'signed-out' }) },
        onError: { target: 'unauthenticated', actions: assign({ ending: 'sign-out-failed' }) },
      },
    },
  },
});
