import { useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import { NOTICE_MS } from '../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../shared/notice/use-notice.ts';

/** Time a notice with Undo stays visible, in milliseconds. */
const UNDO_MS = 15_000;

interface CommandResponse {
  message: string;
  /** Result of scraping pages within the command. */
  summary?: { successful: number; total: number } | undefined;
}

interface Undo {
  revert: () => Promise<CommandResponse>;
  /** Text if the revert fails and the server sends no message. */
  failureText: string;
}

/** Shows the outcome of the latest command, with Undo where the command can be undone. */
export function useCommandNotice() {
  const { notice, show } = useNotice();
  const [revert, setRevert] = useState<(() => Promise<unknown>) | null>(null);

  /** Shows the message of a command that succeeded, as a warning if pages could not be scraped. */
  function succeed({ message, summary }: CommandResponse, undo?: Undo) {
    setRevert(() => (undo ? () => report(undo.revert(), undo.failureText) : null));
    const isComplete = summary === undefined || summary.successful === summary.total;
    show({ kind: isComplete ? 'success' : 'notice', text: message, forMs: undo ? UNDO_MS : NOTICE_MS });
  }
  /** Waits for a command, shows its outcome and returns whether it succeeded. */
  async function report(
    command: Promise<CommandResponse>,
    failureText: string,
    undo?: Undo,
  ): Promise<boolean> {
    setRevert(null);
    try {
      succeed(await command, undo);
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
  return { notice, undo: notice === null ? null : revert, report, succeed, refuse };
}
export type CommandNotice = ReturnType<typeof useCommandNotice>;
