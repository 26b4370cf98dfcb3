import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './states.tsx';

interface QueryBodyProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  errorTitle: string;
  /** Error text when the server sends no message. */
  fallbackMessage?: string;
  /** Link back in the error state. */
  back?: ReactNode;
  /** Height of the skeleton in pixels, or a custom skeleton. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders a query's data, a skeleton, or the error with Retry. If a refetch fails, the loaded data stays. */
export function QueryBody<T>({
  query: { data, error, refetch },
  errorTitle,
  skeleton,
  children,
  ...errorState
}: QueryBodyProps<T>) {
  if (data !== undefined) return children(data);
  if (error)
    return <ErrorState title={errorTitle} error={error} onRetry={() => void refetch()} {...errorState} />;
  if (typeof skeleton === 'number') return <Skeleton height={skeleton} role="status" aria-label="Loading" />;
  return skeleton;
}
