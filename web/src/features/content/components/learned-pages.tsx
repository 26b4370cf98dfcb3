import { LEARNED_PER_PAGE, type LearnedPages as Learned } from '@landline/api/scraping/contract';
import { Anchor, Button, Progress, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileSearch, IconSearch } from '@tabler/icons-react';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useLearnedPages } from '../api/content.ts';
import { allowanceOf, PAGE_STATUS, PAGE_STATUSES } from '../page-status.ts';
import { CUT, shortened } from '../shorten.ts';
import classes from './content.module.css';
import { PageFilters } from './page-filters.tsx';

/** What the assistant has learned of the client's website; what should change is asked for by a content request. */
export function LearnedPages({ clientId }: { clientId: string }) {
  const [{ search, status, page }, set] = useQueryStates({
    search: parseAsString.withDefault(''),
    status: parseAsStringLiteral(PAGE_STATUSES),
    page: parseAsInteger.withDefault(1),
    request: parseAsString,
  });
  const [sought] = useDebouncedValue(search, 250);
  const { data, error, refetch } = useLearnedPages(clientId, { search: sought, status: status ?? '', page });
  if (!data) {
    return error ? (
      <ErrorState title="Your pages could not be loaded" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={200} role="status" aria-label="Loading your pages" />
    );
  }
  if (data.total === 0) {
    return (
      <EmptyState title="No pages yet" icon={<IconFileSearch size={24} stroke={1.5} />}>
        Your assistant has read none of your pages so far. Request the first one above.
      </EmptyState>
    );
  }
  return (
    <div className={classes.sections}>
      <Used learned={data} />
      <PageFilters
        label="Search your pages"
        placeholder="Search by URL or title"
        search={search}
        status={status}
        onChange={(change) => void set({ ...change, page: null })}
        found={data.found}
        total={data.total}
      />
      {data.found === 0 ? (
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
        <Rows pages={data.pages} onRequest={(url) => void set({ request: url })} />
      )}
      <Pager
        page={page}
        totalPages={Math.ceil(data.found / LEARNED_PER_PAGE)}
        onPage={(next) => void set({ page: next })}
      />
    </div>
  );
}

/** How much of the plan's pages is used (spec 002 §9), and when the website was last read. */
function Used({ learned }: { learned: Learned }) {
  const { indexed, allowance, scraping, scraped_at } = learned;
  const { left, percent, level } = allowanceOf(learned);
  return (
    <div>
      <p className={classes.figure}>
        <span>Pages learned</span>
        <strong>
          {formatCount(indexed)} of {formatCount(allowance)}
        </strong>
      </p>
      <Progress
        my={6}
        value={percent}
        {...(level !== 'free' && { color: level === 'near' ? 'yellow' : 'red' })}
        aria-label="Percent of your plan's pages used"
      />
      <p className={classes.quiet}>
        {left === 0
          ? 'Your plan has no pages left: further pages are listed and not learned.'
          : `Your plan has ${formatCount(left)} ${left === 1 ? 'page' : 'pages'} left.`}{' '}
        {scraping
          ? 'Your website is being read at the moment.'
          : scraped_at !== null && `Your website was last read on ${formatDate(scraped_at)}.`}
      </p>
    </div>
  );
}

interface RowsProps {
  pages: Learned['pages'];
  onRequest: (url: string) => void;
}

function Rows({ pages, onRequest }: RowsProps) {
  return (
    <ScrollFrame label="Your pages">
      <table className={`${table.table} ${table.stacked}`}>
        <thead>
          <tr>
            <th>Page</th>
            <th>Status</th>
            <th>Last read</th>
            <th>
              <span className={table.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.map(({ id, url, title, status, reason, last_scraped_at }) => (
            <tr key={id}>
              <td>
                <Anchor
                  size="sm"
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  title={url}
                  className={classes.url}
                >
                  {shortened(url, CUT.url)}
                </Anchor>
                {title && <span className={classes.reason}>{title}</span>}
              </td>
              <td>
                <Tag tone={PAGE_STATUS[status].tone}>{PAGE_STATUS[status].label}</Tag>
                {reason && <span className={classes.reason}>{reason}</span>}
              </td>
              <td className={classes.nowrap}>{formatDate(last_scraped_at)}</td>
              <td>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={`Request a change of ${url}`}
                  onClick={() => onRequest(url)}
                >
                  Request a change
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
