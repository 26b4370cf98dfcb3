import { SETUP } from '../../../shared/messages.ts';
import type { Notice } from '../../../shared/notice/use-notice.ts';
import { MESSAGE_MS } from './constants.ts';

/** Returns the login page notice about a just-used link (spec 000 §2), or null. */
export function linkNotice(search: URLSearchParams): Notice | null {
  const forMs = MESSAGE_MS.banner;
  if (search.get('reset') === 'success') return { text: SETUP.done.reset, kind: 'success', forMs };
  if (search.get('setup') === 'complete') return { text: SETUP.done.setup, kind: 'success', forMs };
  return null;
}

/** Removes the flags from the URL, so that a reload does not repeat the notice. */
export function withoutFlags(search: URLSearchParams): URLSearchParams {
  const cleaned = new URLSearchParams(search);
  for (const flag of ['reset', 'setup']) cleaned.delete(flag);
  return cleaned;
}
