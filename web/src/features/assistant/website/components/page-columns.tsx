import { NEEDS_JAVASCRIPT, type PageRecord } from '@landline/api/assistant/website/contract';
import { Box } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import type { Column } from '../../../../shared/ui/data-table.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { pageName } from '../page-name.ts';
import { PAGE_STATUS, STAGES } from '../page-status.ts';
import { MAX_LENGTH } from '../truncate.ts';
import { UrlLink } from './url-link.tsx';

type PageFields = Pick<PageRecord, 'url' | 'title' | 'status' | 'reason' | 'last_scraped_at' | 'file_name'> &
  Partial<Pick<PageRecord, 'stage'>>;

export const pageColumn = (header: string): Column<PageFields> => ({
  header,
  cell: ({ url, title, file_name }) => (
    <>
      <UrlLink url={url} text={pageName({ url, file_name })} maxLength={MAX_LENGTH.url} />
      {title && (
        <Box component="span" display="block" maw={340} c="dimmed" fz="sm" className={common.wrap ?? ''}>
          {title}
        </Box>
      )}
    </>
  ),
});

export const STATUS_COLUMN: Column<PageFields> = {
  header: 'Status',
  cell: ({ status, stage, reason }) => (
    <>
      <Tag tone={PAGE_STATUS[status].tone}>
        {reason === NEEDS_JAVASCRIPT ? 'Needs JavaScript' : PAGE_STATUS[status].label}
      </Tag>
      {reason && (
        <Box component="span" display="block" maw={340} c="dimmed" fz="sm" className={common.wrap ?? ''}>
          {stage && !reason.includes(STAGES[stage]) && `${STAGES[stage]}: `}
          {reason}
        </Box>
      )}
    </>
  ),
};

export const lastScrapedColumn = (header: string): Column<PageFields> => ({
  header,
  cell: ({ last_scraped_at }) => formatDate(last_scraped_at),
  className: common.nowrap,
  isLabeled: true,
});
