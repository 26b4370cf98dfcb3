import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../shared/ui/states.tsx';
import classes from './analytics.module.css';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** What could not be loaded. */
  title: string;
  children: (data: Data) => ReactNode;
}

/** What a call answered, once it did; what was there before is kept, paler, while other filters are asked for. */
export function Loaded<Data>({ query, title, children }: LoadedProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = query;
  if (error && !data) return <ErrorState title={title} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={360} role="status" aria-label="Loading analytics" />;
  return (
    <div className={isPlaceholderData ? classes.stale : undefined} aria-busy={isPlaceholderData}>
      {children(data)}
    </div>
  );
}
