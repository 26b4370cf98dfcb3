import { assign } from 'xstate';
import type { Verified } from './api/verify.ts';
import { session } from './machine-setup.ts';

/** While somebody is there: tokens are renewed in time, and the server is asked whether all is as it was. */
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
          { guard: ({ event }) => event.output, target: 'idle', actions: 'renewed' },
          { target: '#session.checking', actions: 'expired' },
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
          { target: '#session.checking', actions: 'expired' },
        ],
        onError: 'idle',
      },
    },
  },
});

/** The session is about to end, and says so. */
const expiring = session.createStateConfig({
  entry: 'warn',
  exit: assign({ warning: null }),
  on: {
    STAY: 'renewing',
    // Coming back counts as being there (spec 000 §9), unless it is too late.
    VISIBLE: [
      { guard: 'isOver', target: '#session.timingOut' },
      { target: 'active', actions: ['seen', 'shown'] },
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

/** Somebody is signed in: watched for the session's end, warned of it, and kept alive while they are active. */
export const authenticated = session.createStateConfig({
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
    // Another tab may have signed in meanwhile: this session is over then, and the browser's is not.
    LOST: { target: 'checking', actions: 'expired' },
    ENDED_ELSEWHERE: [
      { guard: ({ event }) => event.ending === 'expired', target: 'checking', actions: 'expired' },
      {
        target: 'unauthenticated',
        actions: assign({ ending: ({ event }) => event.ending, leftAlone: true }),
      },
    ],
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
        VISIBLE: [{ guard: 'isOver', target: '#session.timingOut' }, { actions: ['seen', 'shown'] }],
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
          { guard: ({ event }) => event.output, target: 'active', actions: ['seen', 'renewed'] },
          { target: '#session.checking', actions: 'expired' },
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
});
