import type { PagesResponse, ScrapedPageRecord } from '@landline/api/scraping/contract';
import { Button } from '@mantine/core';
import { IconFileSearch, IconSearch } from '@tabler/icons-react';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import type { ContentCommands } from '../api/content.ts';
import { PAGE_STATUSES } from '../page-status.ts';
import { CONTENT } from '../texts.ts';
import type { Outcome } from '../use-outcome.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CrawlState } from './crawl-state.tsx';
import { PageFilters } from './page-filters.tsx';
import { PageHistoryModal } from './page-history.tsx';
import { PagesTable } from './pages-table.tsx';

const PER_PAGE = 50;

interface PagesPanelProps {
  clientId: string;
  content: PagesResponse;
  commands: ContentCommands;
  outcome: Outcome;
}

/** The pages of a client's website, found by address and status, and what is done to them. */
export function PagesPanel({ clientId, content, commands, outcome }: PagesPanelProps) {
  const [{ search, status, page }, set] = useQueryStates({
    search: parseAsString.withDefault(''),
    status: parseAsStringLiteral(PAGE_STATUSES),
    page: parseAsInteger.withDefault(1),
  });
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [told, setTold] = useState<ScrapedPageRecord | null>(null);
  // What is listed no longer is not selected any more.
  const listed = new Set(content.pages.map(({ id }) => id));
  const selected = new Set([...ids].filter((id) => listed.has(id)));
  const wanted = search.trim().toLowerCase();
  const found = content.pages.filter(
    (each) => (status === null || each.status === status) && each.url.toLowerCase().includes(wanted),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(Math.max(1, page), totalPages);
  const select = (which: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of which) on ? next.add(id) : next.delete(id);
    setIds(next);
  };
  if (content.pages.length === 0) {
    return (
      <>
        <CrawlState content={content} />
        <EmptyState
          title="No pages yet"
          icon={<IconFileSearch size={24} stroke={1.5} />}
          action={
            <Button
              loading={commands.discover.isPending || content.discovering}
              onClick={() =>
                void outcome.tell(commands.discover.mutateAsync(undefined), CONTENT.discoverFailed)
              }
            >
              Discover URLs
            </Button>
          }
        >
          Find the pages of the client's website by its sitemap, or add a URL of your own.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <CrawlState content={content} />
      <PageFilters
        label="Search pages"
        placeholder="Search by URL"
        search={search}
        status={status}
        onChange={(change) => void set({ ...change, page: null })}
        found={found.length}
        total={content.pages.length}
      />
      <BulkBar
        pages={content.pages}
        selected={selected}
        commands={commands}
        outcome={outcome}
        onDone={() => setIds(new Set())}
      />
      {found.length === 0 ? (
        <EmptyState
          title="No pages match"
          icon={<IconSearch size={24} stroke={1.5} />}
          action={
            <Button variant="default" onClick={() => void set({ search: null, status: null, page: null })}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <PagesTable
          pages={found.slice((current - 1) * PER_PAGE, current * PER_PAGE)}
          selected={selected}
          onSelect={select}
          onHistory={setTold}
        />
      )}
      <Pager page={current} totalPages={totalPages} onPage={(next) => void set({ page: next })} />
      {told && <PageHistoryModal clientId={clientId} page={told} onClose={() => setTold(null)} />}
    </>
  );
}
