import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { liveKeysOf } from '../live/live-key.ts';
import { type Call, request } from './request.ts';

/**
 * Returns a mutation that refetches queries when it settles. `changes` lists query keys and names of read models; a read
 * model selects the query keys of every loaded feature that shows it. `onSuccess` runs before the refetch. The mutation
 * stays pending until a success is refetched; a failure settles it immediately.
 */
export function useCommand<Result, Input = void>(
  command: (input: Input) => Promise<Result>,
  changes: readonly (QueryKey | string)[],
  onSuccess: (result: Result) => void = () => undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => command(input),
    onSuccess,
    onSettled: (_result, error) => {
      const refetched = Promise.all(
        changes
          .flatMap((change) => (typeof change === 'string' ? liveKeysOf(change) : [change]))
          .map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
      return error ? undefined : refetched;
    },
  });
}

/** Returns a mutation that sends its input as the body of a request; see `useCommand`. */
export const useSend = <Body = void, Result = unknown>(
  method: NonNullable<Call['method']>,
  path: string,
  changes: readonly (QueryKey | string)[],
) => useCommand((body: Body) => request<Result>(path, { method, body }), changes);
