import type { PageHistory, PageRecord } from '@landline/api/assistant/website/contract';
import { Modal } from '@mantine/core';
import { formatBytes, formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { usePageHistory } from '../api/website.ts';
import { pageName } from '../page-name.ts';
import { STAGES } from '../page-status.ts';
import classes from './website.module.css';

interface PageHistoryProps {
  clientId: string;
  page: Pick<PageRecord, 'id' | 'url' | 'file_name'>;
  onClose: () => void;
}

/** A page's scraping results and the changes that staff made to it. */
export function PageHistoryModal({ clientId, page, onClose }: PageHistoryProps) {
  return (
    <Modal opened onClose={onClose} title="History" size="lg">
      <p className={common.quiet} style={{ overflowWrap: 'anywhere', marginBottom: 12 }}>
        {pageName(page)}
      </p>
      <QueryBody
        query={usePageHistory(clientId, page.id)}
        errorTitle="The history could not be loaded"
        skeleton={160}
      >
        {({ entries }) => (
          <ol className={classes.history}>
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are never reordered, and two can have the same time
              <li key={index}>
                <span>{entryText(entry, page.file_name !== null)}</span>
                <span className={common.quiet}>
                  {formatDate(entry.at)}
                  {entry.by && `, ${entry.by}`}
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryBody>
    </Modal>
  );
}

function entryText(
  { type, stage, reason, changed, fetch_ms, priority, file }: PageHistory['entries'][number],
  isFile: boolean,
): string {
  switch (type) {
    case 'PageAdded':
      return `Added with priority ${priority}`;
    case 'PageDocumentUploaded':
      return file ? `Uploaded ${file.name} (${formatBytes(file.bytes)})` : 'Uploaded';
    case 'PagePriorityChanged':
      return `Priority changed to ${priority}`;
    case 'PageScraped':
      return `${changed ? 'Learned' : 'Unchanged'}${isFile ? '' : `; fetched in ${fetch_ms} ms`}`;
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
