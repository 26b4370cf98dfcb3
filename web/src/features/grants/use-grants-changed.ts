import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../shared/query-keys.ts';

/** After a grant or a revocation: what shows them is asked for again. */
export function useGrantsChanged() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [keys.grants.all, keys.audit.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  };
}
