import { QueryClient } from '@tanstack/react-query';
import { hasStatus } from './http/errors.ts';

/** Creates the query client. Queries do not poll, because the live connection reports changes. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Retry only network failures (status 0) and errors of unavailable servers.
        retry: (failures, error) => failures < 2 && hasStatus(error, 0, 502, 503, 504),
      },
      // Without a network, commands fail at once. By default they would stay pending and run when it returns.
      mutations: { networkMode: 'always' },
    },
  });
}
