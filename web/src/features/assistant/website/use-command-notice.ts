import { useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import { NOTICE_MS } from '../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../shared/notice/use-notice.ts';

/** Time a notice with Undo stays visible, in milliseconds. */
const UNDO_MS = 15_000;

/** Shows the outcome of the latest command, with Undo where the command can be undone. */
export function useCommandNotice() {
  const { notice, show } = useNotice();
  const [undo, setUndo] = useState<(() => Promise<unknown>) | null>(null);

  /** Waits for a command, shows its outcome and returns whether it succeeded. */
  async function report(
    command: Promise<{ message: string }>,
    failureText: string,
    revert?: () => Promise<{ message: string }>,
  ): Promise<boolean> {
    setUndo(null);
    try {
      const { message } = await command;
      setUndo(() => (revert ? () => report(revert(), failureText) : null));
      show({ kind: 'success', text: message, forMs: revert ? UNDO_MS : NOTICE_MS });
      return true;
    } catch (error) {
      show({ kind: 'error', text: messageOr(error, failureText), forMs: NOTICE_MS });
      return false;
    }
  }
  const refuse = (text: string) => {
    setUndo(null);
    show({ kind: 'error', text, forMs: NOTICE_MS });
  };
  return { notice, undo: notice === null ? null : undo, report, refuse };
}
export type CommandNotice = ReturnType<typeof useCommandNotice>;
