import { messageOr } from '../http/errors.ts';
import type { Notice } from './use-notice.ts';

/** Time a notice stays visible, in milliseconds (spec 002 §9). */
export const NOTICE_MS = 5_000;
const COPIED_MS = 3_000;

type Show = (notice: Notice) => void;

/** Returns mutation callbacks that show a notice for success and failure; `onDone` runs before the success notice. */
export const reportOutcome = <Data>(
  show: Show,
  success: string | ((data: Data) => string),
  failed: string,
  onDone?: (data: Data) => void,
) => ({
  onSuccess: (data: Data) => {
    onDone?.(data);
    const text = typeof success === 'string' ? success : success(data);
    show({ kind: 'success', text, forMs: NOTICE_MS });
  },
  onError: (error: unknown) => show({ kind: 'error', text: messageOr(error, failed), forMs: NOTICE_MS }),
});

/** Copies a text to the clipboard and shows the outcome. */
export async function copyText(show: Show, text: string, success: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    show({ kind: 'success', text: success, forMs: COPIED_MS });
  } catch {
    // The browser denied access to the clipboard.
    show({
      kind: 'error',
      text: 'Your browser blocked copying. Select the text and copy it manually.',
      forMs: COPIED_MS,
    });
  }
}
