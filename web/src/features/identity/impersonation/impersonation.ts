import { createActor, fromPromise, waitFor } from 'xstate';
import type { SignedInClient } from '../../platform/session/user.ts';
import { impersonate, stopImpersonation } from './api/impersonate.ts';
import { impersonationMachine } from './machine.ts';

/** Session callbacks of an impersonation. */
interface SessionCallbacks {
  onStart: (client: SignedInClient) => void;
  onStop: () => void;
}

export type Impersonation = ReturnType<typeof createImpersonation>;

export function createImpersonation({ onStart, onStop }: SessionCallbacks) {
  const actor = createActor(
    impersonationMachine.provide({
      actors: {
        start: fromPromise<SignedInClient, string>(({ input }) => impersonate(input)),
        stop: fromPromise<void>(() => stopImpersonation()),
      },
      actions: { notifyStarted: (_, { client }) => onStart(client), notifyStopped: onStop },
    }),
  ).start();
  return {
    actor,
    sync: (client: SignedInClient | null) => actor.send({ type: 'SYNC', client }),
    /** Starts acting as a client. Returns the error text (spec 000 §8); null on success, and the router opens the portal. */
    async start(clientId: string): Promise<string | null> {
      actor.send({ type: 'START', clientId });
      const after = await waitFor(actor, (state) => !state.matches('starting'));
      return after.context.problem;
    },
    stop: () => actor.send({ type: 'STOP' }),
  };
}
