import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveMessage } from './live-connection.ts';
import { liveKeysOf } from './live-key.ts';

/** Shortest time between two refetches of a burst of moves (an import makes many), in milliseconds. */
export const REFRESH_EVERY_MS = 350;

/**
 * Refetches the queries that show a moved read model: immediately for the first move of a burst, then in batches. A query
 * whose first load is still running is refetched when that load has ended.
 */
export function createRefresher(queryClient: QueryClient) {
  const pending = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Queries whose first load may miss a move. */
  const firstLoads = new Set<Query>();

  const flush = () => {
    timer = undefined;
    if (pending.size === 0) return;
    const queryKeys = [...pending.values()];
    pending.clear();
    timer = setTimeout(flush, REFRESH_EVERY_MS);
    for (const queryKey of queryKeys) {
      refetchAfterFirstLoad(queryKey);
      // A refetch under way started before the move and may miss it, so it is restarted.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  /** Does not restart first loads, because the page would stay empty until a burst of moves has ended. */
  const refetchAfterFirstLoad = (queryKey: QueryKey) => {
    const isFirstLoad = (query: Query) => query.state.data === undefined && !firstLoads.has(query);
    const loading = queryClient
      .getQueryCache()
      .findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirstLoad });
    for (const query of loading) {
      firstLoads.add(query);
      // Returns the promise of the load under way, whose error the query's own state reports.
      query.fetch().then(
        () => {
          firstLoads.delete(query);
          void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
        },
        () => firstLoads.delete(query),
      );
    }
  };
  return {
    handle(message: LiveMessage): void {
      if (message.type === 'notification' || message.type === 'lost') return;
      const affectedKeys = message.type === 'moved' ? liveKeysOf(message.moved.model) : [[]];
      for (const queryKey of affectedKeys) pending.set(JSON.stringify(queryKey), queryKey);
      if (timer === undefined) flush();
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
