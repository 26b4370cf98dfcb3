import type { SignedInClient } from '@landline/api/identity/contract';
import { createActor, fromPromise, waitFor } from 'xstate';
import { impersonate, stopImpersonation } from './api/impersonate.ts';
import { impersonationMachine } from './machine.ts';

/** What an impersonation needs of the session: to tell it, and to hear what it says. */
interface Told {
  entered: (client: SignedInClient) => void;
  left: () => void;
}

export type Impersonation = ReturnType<typeof createImpersonation>;

/** The impersonation of this tab. */
export function createImpersonation({ entered, left }: Told) {
  const actor = createActor(
    impersonationMachine.provide({
      actors: {
        start: fromPromise<SignedInClient, string>(({ input }) => impersonate(input)),
        stop: fromPromise<void>(() => stopImpersonation()),
      },
      actions: { entered: (_, { client }) => entered(client), left },
    }),
  ).start();
  return {
    actor,
    sync: (client: SignedInClient | null) => actor.send({ type: 'SYNC', client }),
    /** Acts as a client. Returns why not, in the words of spec 000 §8, or null; the router leads to the portal. */
    async start(clientId: string): Promise<string | null> {
      actor.send({ type: 'START', clientId });
      const after = await waitFor(actor, (state) => !state.matches('starting'));
      return after.context.problem;
    },
    stop: () => actor.send({ type: 'STOP' }),
  };
}
