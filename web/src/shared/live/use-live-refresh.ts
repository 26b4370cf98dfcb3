import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type LiveMessage, listenLive } from './live-connection.ts';
import { createRefresher } from './refresher.ts';

/**
 * Refetches shown data when its read models move; `onMessage` receives every message. Returns false while the live connection is
 * lost.
 */
export function useLiveRefresh(onMessage: (message: LiveMessage) => void): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(true);
  const onLatestMessage = useEffectEvent(onMessage);
  useEffect(() => {
    const end = new AbortController();
    const refresher = createRefresher(queryClient);
    listenLive((message) => {
      refresher.handle(message);
      if (message.type === 'lost' || message.type === 'restored') setLive(message.type === 'restored');
      onLatestMessage(message);
    }, end.signal);
    return () => {
      refresher.stop();
      end.abort();
    };
  }, [queryClient]);
  return isLive;
}
