import { useMachine } from '@xstate/react';
import { type Notice, noticeMachine } from './notice-machine.ts';

/** The notice of a page, the first one given. */
export function useNotice(first: () => Notice | null = () => null) {
  const [snapshot, send] = useMachine(noticeMachine, { input: { notice: first() } });
  return {
    notice: snapshot.context.notice,
    show: (notice: Notice) => send({ type: 'SHOW', notice }),
    dismiss: () => send({ type: 'DISMISS' }),
  };
}
