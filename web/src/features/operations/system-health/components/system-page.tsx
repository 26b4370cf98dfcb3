import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';

interface SystemPageProps<T> {
  title: string;
  subtitle: string;
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** A system page, whose metrics load when it opens and on Refresh (spec 000 §2). */
export function SystemPage<T>({ title, subtitle, query, children }: SystemPageProps<T>) {
  const { refetch, dataUpdatedAt } = query;
  // Polling must not disable the button: that would take the focus from it.
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    await refetch();
    setRefreshing(false);
  };
  return (
    <Page
      title={title}
      subtitle={
        dataUpdatedAt > 0
          ? `${subtitle} As of ${formatDate(new Date(dataUpdatedAt).toISOString())}.`
          : subtitle
      }
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.7} />}
          loading={isRefreshing}
          onClick={() => void refresh()}
        >
          Refresh
        </Button>
      }
    >
      <QueryBody
        query={query}
        errorTitle={`Error Loading ${title}`}
        skeleton={<Skeleton height={320} role="status" aria-label={`Loading ${title}`} />}
      >
        {children}
      </QueryBody>
    </Page>
  );
}
