import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from './live-connection.ts';
import { createRefresher } from './refresher.ts';

/** Refetches what is on the screen when the read models behind it move. */
export function useLiveRefresh(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    const refresher = createRefresher(queryClient);
    listenLive(refresher.take, end.signal);
    return () => {
      refresher.stop();
      end.abort();
    };
  }, [queryClient]);
}
