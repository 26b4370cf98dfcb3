import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type LiveMessage, listenLive } from './live-connection.ts';
import { createRefresher } from './refresher.ts';

/** Refetches shown data when its read models move; `onMessage` receives every message. */
export function useLiveRefresh(onMessage: (message: LiveMessage) => void = () => {}): void {
  const queryClient = useQueryClient();
  const onLatestMessage = useEffectEvent(onMessage);
  useEffect(() => {
    const end = new AbortController();
    const refresher = createRefresher(queryClient);
    listenLive((message) => {
      refresher.handle(message);
      onLatestMessage(message);
    }, end.signal);
    return () => {
      refresher.stop();
      end.abort();
    };
  }, [queryClient]);
}
