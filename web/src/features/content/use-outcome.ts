import { useState } from 'react';
import { messageOr } from '../../shared/http/errors.ts';
import { useNotice } from '../../shared/notice/use-notice.ts';

/** Messages leave after 5 s (spec 002 §9); one that offers a way back stays a little longer. */
const SHOWN_MS = 5_000;
const WITH_UNDO_MS = 15_000;

/** What came of a command, and how to take it back where that can be done. */
export function useOutcome() {
  const { notice, show } = useNotice();
  const [undo, setUndo] = useState<(() => Promise<unknown>) | null>(null);

  /** Waits for a command and says what came of it. True when it worked. */
  async function tell(
    command: Promise<{ message: string }>,
    failed: string,
    back?: () => Promise<{ message: string }>,
  ): Promise<boolean> {
    setUndo(null);
    try {
      const { message } = await command;
      setUndo(() => (back ? () => tell(back(), failed) : null));
      show({ kind: 'success', text: message, forMs: back ? WITH_UNDO_MS : SHOWN_MS });
      return true;
    } catch (error) {
      show({ kind: 'error', text: messageOr(error, failed), forMs: SHOWN_MS });
      return false;
    }
  }
  const refuse = (text: string) => {
    setUndo(null);
    show({ kind: 'error', text, forMs: SHOWN_MS });
  };
  return { notice, undo: notice === null ? null : undo, tell, refuse };
}
export type Outcome = ReturnType<typeof useOutcome>;
