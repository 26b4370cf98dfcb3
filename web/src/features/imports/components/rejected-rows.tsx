import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { rejectedFile, useRejected } from '../api/list-rejected.ts';
import classes from './rejected-rows.module.css';
import { RejectedTable } from './rejected-table.tsx';

/** What could not be read, with the reasons, to look at or to download and correct. */
export function RejectedRows({ importId, rejected }: { importId: string; rejected: number }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRejected(importId, page, rejected > 0);
  if (rejected === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="rejected-rows">
      <div className={classes.head}>
        <h2 id="rejected-rows" className={classes.title}>
          Rejected rows
        </h2>
        <span className="num">{formatCount(rejected)}</span>
        <Button
          component="a"
          href={rejectedFile(importId)}
          download
          variant="default"
          size="xs"
          ml="auto"
          leftSection={<IconDownload size={16} stroke={1.6} />}
        >
          Download CSV
        </Button>
      </div>
      {error && !data ? (
        <ErrorState title="Rejected rows could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <RejectedTable rows={data.data} />
          <div className={classes.pager}>
            <Pager page={page} totalPages={data.pagination.totalPages} onPage={setPage} />
          </div>
        </>
      ) : (
        <Skeleton height={160} role="status" aria-label="Loading rejected rows" />
      )}
    </section>
  );
}
