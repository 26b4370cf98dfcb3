import { QueryClient } from '@tanstack/react-query';
import { hasStatus } from './http/errors.ts';

/** Server state. The live connection says what has changed, so nothing is polled. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal stays one however often it is asked for.
        retry: (failures, error) => failures < 2 && hasStatus(error, 0, 502, 503, 504),
      },
    },
  });
}
