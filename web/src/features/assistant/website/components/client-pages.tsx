import { MAX_CLIENT_PASSAGES } from '@landline/api/assistant/answers/contract';
import {
  CLIENT_PAGE_SIZE,
  type ClientPages as ClientPagesResponse,
} from '@landline/api/assistant/website/contract';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileSearch } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { parseAsPage } from '../../../../shared/page-parameter.ts';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useLastPage } from '../../../../shared/ui/use-last-page.ts';
import { useClientPages } from '../api/website.ts';
import { pageName } from '../page-name.ts';
import { PAGE_STATUSES, pageCount } from '../page-status.ts';
import { lastScrapedColumn, pageColumn, STATUS_COLUMN } from './page-columns.tsx';
import { NoMatchingPages, PageFilters } from './page-filters.tsx';
import { PlanUsage } from './plan-usage.tsx';

/** Pages that a client's assistant has learned; clients can request a change to each. */
export function ClientPages({ clientId }: { clientId: string }) {
  const [{ search, status, page }, set] = useQueryStates({
    search: parseAsString.withDefault(''),
    status: parseAsStringLiteral(PAGE_STATUSES),
    page: parseAsPage,
    request: parseAsString,
  });
  const [debouncedSearch] = useDebouncedValue(search, 250);
  const query = useClientPages(clientId, { search: debouncedSearch, status: status ?? '', page });
  const { data: loaded, isPlaceholderData } = query;
  const totalPages = Math.ceil((loaded?.found ?? 0) / CLIENT_PAGE_SIZE);
  const goTo = (next: number) => void set({ page: next });
  useLastPage({ data: { pagination: { page, totalPages } }, isPlaceholderData }, goTo);
  const columns: readonly Column<ClientPagesResponse['pages'][number]>[] = [
    pageColumn('Page'),
    STATUS_COLUMN,
    lastScrapedColumn('Last read'),
    {
      header: 'Actions',
      isHeaderHidden: true,
      cell: (learned) => (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Request a change to ${pageName(learned)}`}
          onClick={() => void set({ request: learned.url })}
        >
          Request a change
        </Button>
      ),
    },
  ];
  return (
    <QueryBody query={query} errorTitle="Your pages could not be loaded" skeleton={200}>
      {(data) =>
        data.total === 0 ? (
          <EmptyState title="No pages yet" icon={IconFileSearch}>
            Your assistant has not read any pages yet. Request the first one above.
          </EmptyState>
        ) : (
          <div className={common.stack}>
            <PlanUsage usage={data} owner="Your">
              {data.scraping
                ? 'We are reading your website now.'
                : data.scraped_at !== null && `Your website was last read on ${formatDate(data.scraped_at)}.`}
            </PlanUsage>
            {data.needs_javascript > 0 && (
              <Notice kind="notice">
                {pageCount(data.needs_javascript)} of your website{' '}
                {data.needs_javascript === 1 ? 'shows its' : 'show their'} content only with JavaScript, which
                we do not run, so your assistant cannot learn {data.needs_javascript === 1 ? 'it' : 'them'}.
              </Notice>
            )}
            {data.left_out > 0 && (
              <Notice kind="notice">
                {pageCount(data.left_out)} of your website {data.left_out === 1 ? 'is' : 'are'} not searched:
                your assistant has reached its limit of {formatCount(MAX_CLIENT_PASSAGES)} text passages.
              </Notice>
            )}
            <PageFilters
              label="Search your pages"
              placeholder="Search by URL or title"
              search={search}
              status={status}
              onChange={(change) => void set({ ...change, page: null })}
              found={data.found}
              total={data.total}
            />
            <div className={common.dims} aria-busy={query.isPlaceholderData}>
              {data.found === 0 ? (
                <NoMatchingPages onClear={() => void set({ search: null, status: null, page: null })} />
              ) : (
                <DataTable label="Your pages" columns={columns} rows={data.pages} keyOf="id" scrolls stacks />
              )}
            </div>
            <Pager page={page} totalPages={totalPages} onPage={goTo} />
          </div>
        )
      }
    </QueryBody>
  );
}
