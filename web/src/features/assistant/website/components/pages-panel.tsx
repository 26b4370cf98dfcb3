import type { PageRecord, PagesResponse } from '@landline/api/assistant/website/contract';
import { IconFileSearch } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { parseAsPage } from '../../../../shared/page-parameter.ts';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import type { WebsiteCommands } from '../api/website.ts';
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
  const [{ search, status, page: pageNumber }, set] = useQueryStates({
    search: parseAsString.withDefault(''),
    status: parseAsStringLiteral(PAGE_STATUSES),
    page: parseAsPage,
  });
  const [historyPage, setHistoryPage] = useState<PageRecord | null>(null);
  const term = search.trim().toLowerCase();
  const matchingPages = content.pages.filter(
    (page) =>
      (status === null || page.status === status) &&
      `${page.url} ${page.file_name ?? ''}`.toLowerCase().includes(term),
  );
  const { selected, onSelect, clear } = useSelection(matchingPages);
  const totalPages = Math.max(1, Math.ceil(matchingPages.length / PER_PAGE));
  const current = Math.min(pageNumber, totalPages);
  if (content.pages.length === 0) {
    return (
      <>
        <CrawlStatus content={content} />
        <EmptyState title="No pages yet" icon={IconFileSearch}>
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
        found={matchingPages.length}
        total={content.pages.length}
      />
      <BulkBar pages={matchingPages} selected={selected} commands={commands} notice={notice} onDone={clear} />
      {matchingPages.length === 0 ? (
        <NoMatchingPages onClear={() => void set({ search: null, status: null, page: null })} />
      ) : (
        <PagesTable
          pages={matchingPages.slice((current - 1) * PER_PAGE, current * PER_PAGE)}
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
