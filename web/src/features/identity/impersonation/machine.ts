import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../../../shared/http/errors.ts';
import { IMPERSONATION } from '../../../shared/messages.ts';
import { notProvided } from '../../../shared/not-provided.ts';
import type { SignedInClient } from '../../platform/session/user.ts';

interface Context {
  client: SignedInClient | null;
  /** Error text of a failed start (spec 000 §8). */
  problem: string | null;
  /** The user stopped the impersonation before it had started. */
  isCanceled: boolean;
}

type ImpersonationEvent =
  | { type: 'START'; clientId: string }
  | { type: 'STOP' }
  /** The session reports an impersonation that another tab, or an earlier page load, started or stopped. */
  | { type: 'SYNC'; client: SignedInClient | null };

function startProblem(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return IMPERSONATION.startError;
  if (error.status === 404) return IMPERSONATION.clientNotFound;
  return error.status >= 500 ? IMPERSONATION.clientFailed : IMPERSONATION.startFailed;
}

/**
 * Impersonation of a client by a SuperAdmin (spec 000 §4), with the states of its life cycle in `event-schemas`. The
 * session provides `notifyStarted` and `notifyStopped`. A stop succeeds locally even if the server does not respond.
 */
export const impersonationMachine = setup({
  types: { context: {} as Context, events: {} as ImpersonationEvent, tags: {} as 'acting' },
  actors: {
    start: fromPromise<SignedInClient, string>(notProvided('start')),
    stop: fromPromise<void>(notProvided('stop')),
  },
  actions: {
    notifyStarted: (_, _client: { client: SignedInClient }) => {},
    notifyStopped: () => {},
    forget: assign({ client: null }),
  },
}).createMachine({
  id: 'impersonation',
  context: { client: null, problem: null, isCanceled: false },
  initial: 'inactive',
  states: {
    inactive: {
      on: {
        START: 'starting',
        SYNC: {
          guard: ({ event }) => event.client !== null,
          target: 'active',
          actions: assign({ client: ({ event }) => event.client, problem: null }),
        },
      },
    },
    starting: {
      entry: assign({ problem: null, isCanceled: false }),
      // The start may already have reached the server, so a stop waits for it.
      on: { STOP: { actions: assign({ isCanceled: true }) } },
      invoke: {
        src: 'start',
        input: ({ event }) => {
          if (event.type !== 'START') throw new Error(`Cannot start impersonation on ${event.type}`);
          return event.clientId;
        },
        onDone: [
          { guard: ({ context }) => context.isCanceled, target: 'stopping' },
          {
            target: 'active',
            actions: [
              assign({ client: ({ event }) => event.output }),
              { type: 'notifyStarted', params: ({ event }) => ({ client: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'inactive',
          actions: assign({ problem: ({ event }) => startProblem(event.error) }),
        },
      },
    },
    active: {
      tags: 'acting',
      on: {
        STOP: 'stopping',
        SYNC: [
          { guard: ({ event }) => event.client === null, target: 'inactive', actions: 'forget' },
          { actions: assign({ client: ({ event }) => event.client }) },
        ],
      },
    },
    stopping: {
      tags: 'acting',
      on: {
        SYNC: {
          guard: ({ event }) => event.client === null,
          target: 'inactive',
          actions: 'forget',
        },
      },
      invoke: {
        src: 'stop',
        onDone: { target: 'inactive', actions: ['forget', 'notifyStopped'] },
        onError: { target: 'inactive', actions: ['forget', 'notifyStopped'] },
      },
    },
  },
});
