import type { PageRecord } from '@landline/api/assistant/website/contract';
import { Anchor } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import type { Column } from '../../../../shared/ui/data-table.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { PAGE_STATUS, STAGES } from '../page-status.ts';
import { MAX_LENGTH, truncate } from '../truncate.ts';
import classes from './website.module.css';

type PageFields = Pick<PageRecord, 'url' | 'title' | 'status' | 'reason' | 'last_scraped_at'> &
  Partial<Pick<PageRecord, 'stage'>>;

export const pageColumn = (header: string): Column<PageFields> => ({
  header,
  cell: ({ url, title }) => (
    <>
      <Anchor
        size="sm"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        title={url}
        className={classes.url}
      >
        {truncate(url, MAX_LENGTH.url)}
      </Anchor>
      {title && <span className={classes.reason}>{title}</span>}
    </>
  ),
});

export const STATUS_COLUMN: Column<PageFields> = {
  header: 'Status',
  cell: ({ status, stage, reason }) => (
    <>
      <Tag tone={PAGE_STATUS[status].tone}>{PAGE_STATUS[status].label}</Tag>
      {reason && (
        <span className={classes.reason}>
          {stage && `${STAGES[stage]}: `}
          {reason}
        </span>
      )}
    </>
  ),
};

export const lastScrapedColumn = (header: string): Column<PageFields> => ({
  header,
  cell: ({ last_scraped_at }) => formatDate(last_scraped_at),
  className: classes.nowrap,
});
