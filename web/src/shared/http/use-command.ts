import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { liveKeysOf } from '../live/live-key.ts';
import { type Call, request } from './request.ts';

/**
 * Returns a mutation that refetches queries when it settles. `changes` lists query keys and read models; a read model
 * selects the query keys of every loaded feature that shows it. A success is reported after the refetch, a failure
 * immediately.
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
    onSettled: (_answer, error) => {
      const refetched = Promise.all(
        changes
          .flatMap((change) => (typeof change === 'string' ? liveKeysOf(change) : [change]))
          .map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
      return error ? undefined : refetched;
    },
  });
}

/** Returns a command that sends its input as the body of one route. */
export const useSend = <Body = void, Result = unknown>(
  method: NonNullable<Call['method']>,
  path: string,
  changes: readonly (QueryKey | string)[],
) => useCommand((body: Body) => request<Result>(path, { method, body }), changes);
