import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

interface Paginated {
  pagination: { page: number; totalPages: number };
}

/**
 * Calls `goTo` with the last page if the loaded page is beyond it, for example after its last item was handled. Returns true
 * while the data is such a page: it is empty, but the list is not.
 */
export function useLastPage(
  { data, isPlaceholderData }: Pick<UseQueryResult<Paginated>, 'data' | 'isPlaceholderData'>,
  goTo: (page: number) => void,
): boolean {
  const { page = 1, totalPages = 0 } = data?.pagination ?? {};
  const isBeyondLast = totalPages > 0 && page > totalPages;
  useEffect(() => {
    // Data that is kept while the next page loads may belong to another filter.
    if (isBeyondLast && !isPlaceholderData) goTo(totalPages);
  });
  return isBeyondLast;
}
