import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { forgotPassword } from './api/forgot-password.ts';
import { forgotMachine } from './forgot-machine.ts';
import type { Door } from './user.ts';

const machine = forgotMachine.provide({
  actors: {
    send: fromPromise<string | undefined, { door: Door; email: string }>(({ input }) =>
      forgotPassword(input.door, input.email),
    ),
  },
});

/** A forgotten password, and the form's properties of it. */
export function useForgot(door: Door) {
  const [snapshot, send] = useMachine(machine, { input: { door, isCard: door === 'client' } });
  const { notice } = snapshot.context;
  return {
    isOpen: !snapshot.matches({ card: 'closed' }),
    notice,
    open: () => send({ type: 'OPEN' }),
    close: () => send({ type: 'CLOSE' }),
    form: {
      notice,
      sending: snapshot.matches({ card: 'sending' }),
      onEdit: () => send({ type: 'EDIT' }),
      onSubmit: (email: string) => send({ type: 'SUBMIT', email }),
    },
  };
}
