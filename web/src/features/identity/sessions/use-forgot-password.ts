import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import type { UserKind } from '../../platform/session/user.ts';
import { forgotPassword } from './api/forgot-password.ts';
import { forgotPasswordMachine } from './forgot-password-machine.ts';

const machine = forgotPasswordMachine.provide({
  actors: {
    send: fromPromise<string | undefined, { userKind: UserKind; email: string }>(({ input, signal }) =>
      forgotPassword(input.userKind, input.email, signal),
    ),
  },
});

/** Runs the forgot-password flow; returns its state, its actions and the props of its form. */
export function useForgotPassword(userKind: UserKind) {
  const [snapshot, send] = useMachine(machine, { input: { userKind, isCard: userKind === 'client' } });
  return {
    isOpen: !snapshot.matches({ card: 'closed' }),
    open: () => send({ type: 'OPEN' }),
    close: () => send({ type: 'CLOSE' }),
    form: {
      notice: snapshot.context.notice,
      isSending: snapshot.matches({ card: 'sending' }),
      onEdit: () => send({ type: 'EDIT' }),
      onSubmit: (email: string) => send({ type: 'SUBMIT', email }),
    },
  };
}
