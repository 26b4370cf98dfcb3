import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../shared/query-keys.ts';

/** What to do when a client has changed: whatever shows clients asks again. */
export function useClientsChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [keys.clients.all, keys.clientAdmins.all, keys.system.all, keys.audit.all].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
