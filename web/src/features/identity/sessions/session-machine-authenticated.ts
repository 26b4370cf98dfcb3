import { assign } from 'xstate';
import type { Verified } from './api/session.ts';
import { session } from './session-machine-setup.ts';

/** Renews tokens and verifies the session while the user is active or the tab is in the background. */
const upkeep = session.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      after: {
        check: [
          {
            guard: 'mustRenew',
            target: 'renewing',
          },
          {
            guard: 'mustVerify',
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
          { guard: ({ event }) => event.output, target: 'idle', actions: 'recordRenewal' },
          { target: '#session.checking', actions: 'markExpired' },
        ],
        // The renewal failed without a rejection: the session continues, and the next check retries.
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
          { target: '#session.checking', actions: 'markExpired' },
        ],
        onError: 'idle',
      },
    },
  },
});

/** Warns that the session is about to end. */
const expiring = session.createStateConfig({
  entry: 'warn',
  exit: assign({ warning: null }),
  on: {
    STAY: 'renewing',
    // Tabs have different deadlines, so the user may be working in a tab that shows no warning.
    ACTIVITY_ELSEWHERE: [
      { guard: 'isOver', target: '#session.timingOut' },
      { guard: 'canStay', target: 'active', actions: 'recordActivity' },
    ],
    // Returning to the tab counts as activity (spec 000 §9), unless the session is over.
    VISIBLE: [
      { guard: 'isOver', target: '#session.timingOut' },
      { target: 'active', actions: ['recordActivity', 'markVisible'] },
    ],
  },
  after: {
    check: [
      { guard: 'isOver', target: '#session.timingOut' },
      { guard: 'isExpiring', target: 'expiring', reenter: true },
      { target: 'active' },
    ],
  },
});

/** State of a signed-in user: checks for the session's end, warns about it, and keeps active sessions alive. */
export const authenticated = session.createStateConfig({
  tags: ['settled', 'signed-in'],
  initial: 'active',
  on: {
    SIGN_IN: 'authenticating',
    SIGN_OUT: 'signingOut',
    PASSWORD_CHANGED: '.leaving',
    // `upkeep.idle` verifies immediately; other states verify at the next check.
    VERIFY: { actions: assign({ verifiedAt: 0 }) },
    IMPERSONATION_CHANGED: {
      actions: assign({
        user: ({ context: { user }, event }) =>
          user && user.role !== 'ClientUser' ? { ...user, actingAs: event.client } : user,
      }),
    },
    // This session is over, but another tab may have signed in to a new one.
    REJECTED: { target: 'checking', actions: 'markExpired' },
    ENDED_ELSEWHERE: [
      { guard: ({ event }) => event.ending === 'expired', target: 'checking', actions: 'markExpired' },
      {
        target: 'unauthenticated',
        actions: assign({ ending: ({ event }) => event.ending, endedPassively: true }),
      },
    ],
    SIGNED_IN_ELSEWHERE: 'checking',
  },
  states: {
    active: {
      type: 'parallel',
      on: {
        // After the machine slept, an activity may arrive before the next check.
        ACTIVITY: [
          { guard: 'isOver', target: '#session.timingOut' },
          { guard: 'isExpiring', target: 'expiring' },
          { actions: 'recordActivity' },
        ],
        ACTIVITY_ELSEWHERE: [
          { guard: 'isOver', target: '#session.timingOut' },
          { actions: 'recordActivity' },
        ],
        VISIBLE: [
          { guard: 'isOver', target: '#session.timingOut' },
          { actions: ['recordActivity', 'markVisible'] },
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
        upkeep,
      },
    },
    expiring,
    renewing: {
      invoke: {
        src: 'keepAlive',
        onDone: [
          {
            guard: ({ event }) => event.output,
            target: 'active',
            actions: ['recordActivity', 'recordRenewal'],
          },
          { target: '#session.checking', actions: 'markExpired' },
        ],
        onError: { target: 'active', actions: 'recordActivity' },
      },
    },
    /**
     * Shows the password-changed message before signing out. Ignores rejections, because the server may already have
     * ended the session.
     */
    leaving: {
      on: { REJECTED: {}, ENDED_ELSEWHERE: {} },
      after: { leave: '#session.signingOut' },
    },
  },
});
