import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconDownload, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import classes from './inbox-list.module.css';

interface InboxListProps {
  /** Statuses to choose from, each with how many there are. */
  statuses: readonly { value: string; label: string }[];
  status: string;
  onStatus: (status: string) => void;
  /** Where its CSV file is. */
  file: string;
  page: number;
  onPage: (page: number) => void;
  loaded: { count: number; totalPages: number } | undefined;
  error: unknown;
  onRetry: () => void;
  /** Why there is nothing, and what will change that. */
  empty: { title: string; text: string };
  children: ReactNode;
}

/** A list of the inbox: filter, export, its rows with loading, empty and error, pages. */
export function InboxList({ loaded, error, empty, children, ...list }: InboxListProps) {
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label="Status"
          data={list.statuses.map((each) => ({ ...each }))}
          value={list.status}
          onChange={list.onStatus}
        />
        <Button
          component="a"
          href={list.file}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.6} />}
        >
          Export CSV
        </Button>
      </div>
      {loaded && loaded.count > 0 ? (
        <>
          {children}
          <div className={classes.pager}>
            <Pager page={list.page} totalPages={loaded.totalPages} onPage={list.onPage} />
          </div>
        </>
      ) : loaded ? (
        <EmptyState title={empty.title} icon={<IconInbox size={24} stroke={1.5} />}>
          {empty.text}
        </EmptyState>
      ) : error ? (
        <ErrorState title="The inbox could not be loaded" error={error} onRetry={list.onRetry} />
      ) : (
        <div role="status" aria-label="Loading the inbox" className={classes.skeleton}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={116} />
          ))}
        </div>
      )}
    </>
  );
}
