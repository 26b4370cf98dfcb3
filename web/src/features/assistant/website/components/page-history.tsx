import type { PageRecord } from '@landline/api/assistant/website/contract';
import { Modal } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useOpenerFocus } from '../../../../shared/ui/use-opener-focus.ts';
import { usePageHistory } from '../api/website.ts';
import { pageHistoryText } from '../page-history-text.ts';
import { pageName } from '../page-name.ts';
import classes from './website.module.css';

interface PageHistoryProps {
  clientId: string;
  page: Pick<PageRecord, 'id' | 'url' | 'file_name'>;
  onClose: () => void;
}

/** A page's scraping results and the changes that staff made to it. */
export function PageHistoryModal({ clientId, page, onClose }: PageHistoryProps) {
  useOpenerFocus();
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
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState title="No history yet">
              Changes appear here a few seconds after they happen.
            </EmptyState>
          ) : (
            <ol className={`${common.list} ${classes.history}`}>
              {entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two entries can have the same time, and items have no state
                <li key={index}>
                  <span>{pageHistoryText(entry, page.file_name !== null)}</span>
                  <span className={common.quiet}>
                    {formatDate(entry.at)}
                    {entry.by && `, ${entry.by}`}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryBody>
    </Modal>
  );
}
