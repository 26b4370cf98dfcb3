import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { rejectedFile, useRejected } from '../api/imports.ts';
import classes from './rejected-rows.module.css';
import { RejectedTable } from './rejected-table.tsx';

/** Rejected rows with the reasons, as a table and as a download. */
export function RejectedRows({ importId, rejected }: { importId: string; rejected: number }) {
  const [page, setPage] = useState(1);
  const query = useRejected(importId, page, rejected > 0);
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
      <QueryBody
        query={query}
        failed="Rejected rows could not be loaded"
        loading={<Skeleton height={160} role="status" aria-label="Loading rejected rows" />}
      >
        {({ data, pagination }) => (
          <>
            <RejectedTable rows={data} />
            <div className={classes.pager}>
              <Pager page={page} totalPages={pagination.totalPages} onPage={setPage} />
            </div>
          </>
        )}
      </QueryBody>
    </section>
  );
}
