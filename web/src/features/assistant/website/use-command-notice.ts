import { useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import { NOTICE_MS } from '../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../shared/notice/use-notice.ts';

/** Time a notice with Undo stays visible, in milliseconds. */
const UNDO_MS = 15_000;

interface Undo {
  revert: () => Promise<{ message: string }>;
  /** Text if the revert fails and the server sends no message. */
  failureText: string;
}

/** Shows the outcome of the latest command, with Undo where the command can be undone. */
export function useCommandNotice() {
  const { notice, show } = useNotice();
  const [revert, setRevert] = useState<(() => Promise<unknown>) | null>(null);

  /** Waits for a command, shows its outcome and returns whether it succeeded. */
  async function report(
    command: Promise<{ message: string }>,
    failureText: string,
    undo?: Undo,
  ): Promise<boolean> {
    setRevert(null);
    try {
      const { message } = await command;
      setRevert(() => (undo ? () => report(undo.revert(), undo.failureText) : null));
      show({ kind: 'success', text: message, forMs: undo ? UNDO_MS : NOTICE_MS });
      return true;
    } catch (error) {
      show({ kind: 'error', text: messageOr(error, failureText), forMs: NOTICE_MS });
      return false;
    }
  }
  const refuse = (text: string) => {
    setRevert(null);
    show({ kind: 'error', text, forMs: NOTICE_MS });
  };
  return { notice, undo: notice === null ? null : revert, report, refuse };
}
export type CommandNotice = ReturnType<typeof useCommandNotice>;
