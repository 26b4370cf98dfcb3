import type { LiveNotification } from '@landline/api/clients/notifications/contract';
import type { MovedEvent } from '@landline/api/platform/live/contract';
import { endSession, refreshSession } from '../http/request.ts';

/** `restored`: the connection is back, and anything may have changed since it was lost. */
export type LiveMessage =
  | { type: 'moved'; moved: MovedEvent }
  | { type: 'notification'; notification: LiveNotification }
  | { type: 'lost' }
  | { type: 'restored' };

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

  const lead = async (lock: Lock | null, hasTakenOver: boolean) => {
    if (!lock) return false;
    const publish = (message: LiveMessage) => {
      onMessage(message);
      tabs.postMessage(message);
    };
    await holdConnection(publish, signal, hasTakenOver);
    return true;
  };
  const leadOrFollow = async () => {
    const hasLed = await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => lead(lock, false));
    if (!hasLed) await navigator.locks.request(NAME, { signal }, (lock) => lead(lock, true));
  };
  // Without locks (insecure context) each tab keeps its own connection.
  if (!navigator.locks) void holdConnection(onMessage, signal, false);
  else leadOrFollow().catch(ignoreAbort);
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}

/**
 * Keeps an event source open. If the server rejects it, refreshes the session and reconnects. `isLost`: changes may have been
 * missed before the first connection.
 */
async function holdConnection(
  onMessage: (message: LiveMessage) => void,
  signal: AbortSignal,
  isLost: boolean,
): Promise<void> {
  let delay = FIRST_DELAY_MS;
  const setLost = (lost: boolean) => {
    if (lost !== isLost) onMessage({ type: lost ? 'lost' : 'restored' });
    isLost = lost;
    if (!lost) delay = FIRST_DELAY_MS;
  };
  while (!signal.aborted) {
    await connectOnce(setLost, onMessage, signal);
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
  setLost: (lost: boolean) => void,
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
    source.onopen = () => setLost(false);
    source.addEventListener('moved', ({ data }: MessageEvent<string>) => {
      onMessage({ type: 'moved', moved: JSON.parse(data) as MovedEvent });
    });
    source.addEventListener('notification', ({ data }: MessageEvent<string>) => {
      onMessage({ type: 'notification', notification: JSON.parse(data) as LiveNotification });
    });
    source.onerror = () => {
      setLost(true);
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
