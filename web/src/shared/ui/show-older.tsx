import { Button, Stack } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '../http/errors.ts';
import { NoticeAlert } from '../notice/notice-alert.tsx';

interface ShowOlderProps {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >;
  /** Plural of the listed entries, such as `notes`. */
  entries: string;
}

/** Loads the next page of a list, newest first, and shows why that failed. */
export function ShowOlder({ query, entries }: ShowOlderProps) {
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  if (!hasNextPage) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <NoticeAlert
        notice={
          isFetchNextPageError && !isFetchingNextPage
            ? { kind: 'error', text: `Older ${entries} could not be loaded. ${messageOf(error)}` }
            : null
        }
      />
      <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show older {entries}
      </Button>
    </Stack>
  );
}
