import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type LiveModel, liveKeysOf } from '../live/live-key.ts';
import { type Call, request } from './request.ts';

/**
 * Returns a mutation that invalidates queries when it settles. `invalidates` lists query keys, or names of read models,
 * which stand for all query keys declared for them with `liveKey`. `onSuccess` runs first. After a success, the mutation
 * stays pending until the queries have been refetched; after a failure, it settles at once.
 */
export function useCommand<Result, Input = void>(
  command: (input: Input) => Promise<Result>,
  invalidates: readonly (QueryKey | LiveModel)[],
  onSuccess: (result: Result) => void = () => undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => command(input),
    onSuccess,
    onSettled: (_result, error) => {
      const refetched = Promise.all(
        invalidates
          .flatMap((each) => (typeof each === 'string' ? liveKeysOf(each) : [each]))
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
  invalidates: readonly (QueryKey | LiveModel)[],
) => useCommand((body: Body) => request<Result>(path, { method, body }), invalidates);
