import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import type { UserKind } from '../../platform/session/user.ts';
import { forgotPassword } from './api/forgot-password.ts';
import { forgotMachine } from './forgot-machine.ts';

const machine = forgotMachine.provide({
  actors: {
    send: fromPromise<string | undefined, { userKind: UserKind; email: string }>(({ input }) =>
      forgotPassword(input.userKind, input.email),
    ),
  },
});

/** Runs the forgot-password flow and returns the form's props. */
export function useForgot(userKind: UserKind) {
  const [snapshot, send] = useMachine(machine, { input: { userKind, isCard: userKind === 'client' } });
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
