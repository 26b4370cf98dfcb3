import { ChatError } from './chat.ts';
import type { Key, Translate } from './texts.ts';

/** Returns the text for a failed call: `fallback`, unless the connection, the rate limit or the site caused it. */
export function failureText(error: unknown, fallback: Key, t: Translate): string {
  if (!(error instanceof ChatError)) return t(fallback);
  if (error.status === 0 && !navigator.onLine) return t('offline');
  if (error.status === 429) return t('tooMany', { seconds: error.retryAfter || 60 });
  if (error.status === 403 || error.status === 404) return t('unauthorized');
  return t(fallback);
}
