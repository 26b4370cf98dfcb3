import type { LiveNotification } from '@landline/api/clients/notifications/contract';
import type { MovedEvent } from '@landline/api/platform/live/contract';
import { endSession, refreshSession } from '../http/request.ts';

/** `missed`: the connection was interrupted, so anything may have changed. */
export type LiveMessage =
  | { type: 'moved'; moved: MovedEvent }
  | { type: 'notification'; notification: LiveNotification }
  | { type: 'missed' };

const NAME = 'landline-live';
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Listens to `/api/live` until `signal` aborts. Tabs share one connection: the tab that holds the lock broadcasts its
 * messages. When that tab closes, another tab takes over.
 */
export function listenLive(onMessage: (message: LiveMessage) => void, signal: AbortSignal): void {
  const tabs = new BroadcastChannel(NAME);
  tabs.onmessage = ({ data }: MessageEvent<LiveMessage>) => onMessage(data);
  signal.addEventListener('abort', () => tabs.close());

  const lead = () =>
    holdConnection((message) => {
      onMessage(message);
      tabs.postMessage(message);
    }, signal);
  // Without locks (insecure context) each tab keeps its own connection.
  if (!navigator.locks) void holdConnection(onMessage, signal);
  else navigator.locks.request(NAME, { signal }, lead).catch(ignoreAbort);
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}

/** Keeps an event source open. If the server rejects it, refreshes the session and reconnects. */
async function holdConnection(onMessage: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let delay = FIRST_DELAY_MS;
  let wasOpened = false;
  while (!signal.aborted) {
    await connectOnce(
      () => {
        if (wasOpened) onMessage({ type: 'missed' });
        wasOpened = true;
        delay = FIRST_DELAY_MS;
      },
      onMessage,
      signal,
    );
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_DELAY_MS);
    if (signal.aborted) return;
    // Rejected: renew the session or end it. If the server cannot be reached, retry as if the session had been renewed.
    const renewed = await refreshSession().catch(() => true);
    if (!renewed) return endSession();
  }
}

/** Opens one event source, which reconnects automatically. Resolves once the source is closed permanently. */
function connectOnce(
  onOpen: () => void,
  onMessage: (message: LiveMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource('/api/live');
    const close = () => {
      source.close();
      signal.removeEventListener('abort', close);
      resolve();
    };
    signal.addEventListener('abort', close);
    source.onopen = onOpen;
    source.addEventListener('moved', ({ data }: MessageEvent<string>) => {
      onMessage({ type: 'moved', moved: JSON.parse(data) as MovedEvent });
    });
    source.addEventListener('notification', ({ data }: MessageEvent<string>) => {
      onMessage({ type: 'notification', notification: JSON.parse(data) as LiveNotification });
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) close();
    };
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}
