import type { PageHistory, ScrapedPageRecord } from '@landline/api/scraping/contract';
import { Modal, Skeleton } from '@mantine/core';
import { formatDate } from '../../../shared/format.ts';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { usePageHistory } from '../api/content.ts';
import { STAGES } from '../page-status.ts';
import classes from './content.module.css';

interface PageHistoryProps {
  clientId: string;
  page: Pick<ScrapedPageRecord, 'id' | 'url'>;
  onClose: () => void;
}

/** What became of a page at each visit, and what staff did about it. */
export function PageHistoryModal({ clientId, page, onClose }: PageHistoryProps) {
  const { data, error, refetch } = usePageHistory(clientId, page.id);
  return (
    <Modal opened onClose={onClose} title="History" size="lg">
      <p className={classes.quiet} style={{ overflowWrap: 'anywhere', marginBottom: 12 }}>
        {page.url}
      </p>
      {!data ? (
        error ? (
          <ErrorState title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={160} role="status" aria-label="Loading the history" />
        )
      ) : (
        <ol className={classes.history}>
          {data.entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are never reordered, and two may be of one instant
            <li key={index}>
              <span>{wordsOf(entry)}</span>
              <span className={classes.quiet}>
                {formatDate(entry.at)}
                {entry.by && `, ${entry.by}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Modal>
  );
}

function wordsOf({
  type,
  stage,
  reason,
  changed,
  fetch_ms,
  priority,
}: PageHistory['entries'][number]): string {
  switch (type) {
    case 'PageAdded':
      return `Listed with priority ${priority}`;
    case 'PagePriorityChanged':
      return `Priority changed to ${priority}`;
    case 'PageScraped':
      return `${changed ? 'Learned' : 'Unchanged'}; its server answered in ${fetch_ms} ms`;
    case 'PageIgnored':
      return `Ignored${stage ? ` (${STAGES[stage].toLowerCase()})` : ''}: ${reason}`;
    case 'PageScrapeFailed':
      return `Error${stage ? ` (${STAGES[stage].toLowerCase()})` : ''}: ${reason}`;
    case 'PageBlacklisted':
      return 'Blacklisted';
    case 'PageRestored':
      return 'Restored';
    default:
      return 'Deleted';
  }
}
