import type { SignedInClient } from '@landline/api/identity/contract';
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../../shared/http/errors.ts';
import { IMPERSONATION } from '../../shared/messages.ts';

interface Context {
  client: SignedInClient | null;
  /** Why it could not be started (spec 000 §8). */
  problem: string | null;
}

type ImpersonationEvent =
  | { type: 'START'; clientId: string }
  | { type: 'STOP' }
  /** What the session says: it was started or stopped in another tab, or before this page was loaded. */
  | { type: 'SYNC'; client: SignedInClient | null };

function startProblem(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return IMPERSONATION.startError;
  if (error.status === 404) return IMPERSONATION.clientNotFound;
  return error.status >= 500 ? IMPERSONATION.clientFailed : IMPERSONATION.startFailed;
}

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`));

/**
 * A SuperAdmin acts as a client (spec 000 §4), through the states of the life cycle in `event-schemas`. `entered` and
 * `left` tell the session. A server that does not answer keeps nobody from leaving.
 */
export const impersonationMachine = setup({
  types: { context: {} as Context, events: {} as ImpersonationEvent, tags: {} as 'acting' },
  actors: {
    start: fromPromise<SignedInClient, string>(notProvided('start')),
    stop: fromPromise<void>(notProvided('stop')),
  },
  actions: {
    entered: (_, _client: { client: SignedInClient }) => {},
    left: () => {},
    forget: assign({ client: null }),
  },
}).createMachine({
  id: 'impersonation',
  context: { client: null, problem: null },
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
      entry: assign({ problem: null }),
      invoke: {
        src: 'start',
        input: ({ event }) => {
          if (event.type !== 'START') throw new Error(`Nothing starts on ${event.type}`);
          return event.clientId;
        },
        onDone: {
          target: 'active',
          actions: [
            assign({ client: ({ event }) => event.output }),
            { type: 'entered', params: ({ event }) => ({ client: event.output }) },
          ],
        },
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
        onDone: { target: 'inactive', actions: ['forget', 'left'] },
        onError: { target: 'inactive', actions: ['forget', 'left'] },
      },
    },
  },
});
