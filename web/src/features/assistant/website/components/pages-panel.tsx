import type { PageRecord, PagesResponse } from '@landline/api/assistant/website/contract';
import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import type { WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import { PAGE_STATUSES } from '../page-status.ts';
import type { CommandNotice } from '../use-command-notice.ts';
import { useSelection } from '../use-selection.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CrawlStatus } from './crawl-status.tsx';
import { NoMatchingPages, PageFilters } from './page-filters.tsx';
import { PageHistoryModal } from './page-history.tsx';
import { PagesTable } from './pages-table.tsx';

const PER_PAGE = 50;

interface PagesPanelProps {
  clientId: string;
  content: PagesResponse;
  commands: WebsiteCommands;
  notice: CommandNotice;
}

/** A client's pages with search, status filter and bulk actions. */
export function PagesPanel({ clientId, content, commands, notice }: PagesPanelProps) {
  const [{ search, status, page }, set] = useQueryStates({
    search: parseAsString.withDefault(''),
    status: parseAsStringLiteral(PAGE_STATUSES),
    page: parseAsInteger.withDefault(1),
  });
  const { selected, onSelect, clear } = useSelection(content.pages);
  const [historyPage, setHistoryPage] = useState<PageRecord | null>(null);
  const term = search.trim().toLowerCase();
  const found = content.pages.filter(
    (each) =>
      (status === null || each.status === status) &&
      `${each.url} ${each.file_name ?? ''}`.toLowerCase().includes(term),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(Math.max(1, page), totalPages);
  if (content.pages.length === 0) {
    return (
      <>
        <CrawlStatus content={content} />
        <EmptyState
          title="No pages yet"
          icon={IconFileSearch}
          action={
            <Button
              loading={commands.discover.isPending || content.discovering}
              onClick={() => void notice.report(commands.discover.mutateAsync(undefined), ERRORS.discover)}
            >
              Discover URLs
            </Button>
          }
        >
          Discover the website's pages from its sitemap, add a custom URL, or upload a file.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <CrawlStatus content={content} />
      <PageFilters
        label="Search pages"
        placeholder="Search by URL or file name"
        search={search}
        status={status}
        onChange={(change) => void set({ ...change, page: null })}
        found={found.length}
        total={content.pages.length}
      />
      <BulkBar pages={content.pages} selected={selected} commands={commands} notice={notice} onDone={clear} />
      {found.length === 0 ? (
        <NoMatchingPages onClear={() => void set({ search: null, status: null, page: null })} />
      ) : (
        <PagesTable
          pages={found.slice((current - 1) * PER_PAGE, current * PER_PAGE)}
          selected={selected}
          onSelect={onSelect}
          onHistory={setHistoryPage}
        />
      )}
      <Pager page={current} totalPages={totalPages} onPage={(next) => void set({ page: next })} />
      {historyPage && (
        <PageHistoryModal clientId={clientId} page={historyPage} onClose={() => setHistoryPage(null)} />
      )}
    </>
  );
}
