import { SCRAPING_TEXTS } from '@landline/api/scraping/contract';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { type ContentCommands, useBlacklisted } from '../api/content.ts';
import { CUT, shortened } from '../shorten.ts';
import { CONTENT } from '../texts.ts';
import type { Outcome } from '../use-outcome.ts';
import { Confirm } from './confirm.tsx';
import classes from './content.module.css';

interface BlacklistPanelProps {
  clientId: string;
  commands: ContentCommands;
  outcome: Outcome;
}

/** What is neither scraped nor quoted, until it is restored or deleted for good. */
export function BlacklistPanel({ clientId, commands, outcome }: BlacklistPanelProps) {
  const { data, error, refetch } = useBlacklisted(clientId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState(false);
  if (!data) {
    return error ? (
      <ErrorState title="The blacklist could not be loaded" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={200} role="status" aria-label="Loading the blacklist" />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No blacklisted URLs" icon={<IconBan size={24} stroke={1.5} />}>
        Pages that you blacklist are listed here, and are neither scraped nor quoted.
      </EmptyState>
    );
  }
  const selected = data.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const select = (which: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of which) on ? next.add(id) : next.delete(id);
    setChosen(next);
  };
  const restore = async () => {
    if (selected.length === 0) return outcome.refuse(SCRAPING_TEXTS.noneToRestore);
    const pages = data.filter(({ id }) => selected.includes(id));
    const back = () =>
      commands.blacklist.mutateAsync({
        urls: pages.map(({ url }) => url),
        pageIds: selected,
        deletesContent: false,
      });
    await outcome.tell(commands.restore.mutateAsync(selected), CONTENT.restoreFailed, back);
  };
  const deleteForever = async () => {
    await outcome.tell(commands.deleteForever.mutateAsync(selected), CONTENT.foreverFailed);
    setDeleting(false);
  };
  return (
    <>
      <div className={classes.bulk}>
        <p className={classes.count} aria-live="polite">
          {formatCount(selected.length)} selected
        </p>
        <Button
          size="xs"
          variant="default"
          loading={commands.restore.isPending}
          onClick={() => void restore()}
        >
          Restore
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          onClick={() =>
            selected.length === 0 ? outcome.refuse(SCRAPING_TEXTS.noneToDeleteForever) : setDeleting(true)
          }
        >
          Permanently Delete
        </Button>
      </div>
      <ScrollFrame label="Blacklisted URLs">
        <table className={`${table.table} ${table.stacked} ${table.checked}`}>
          <thead>
            <tr>
              <th>
                <Checkbox
                  size="xs"
                  aria-label="Select all blacklisted URLs"
                  checked={selected.length === data.length}
                  indeterminate={selected.length > 0 && selected.length < data.length}
                  onChange={({ currentTarget }) =>
                    select(
                      data.map(({ id }) => id),
                      currentTarget.checked,
                    )
                  }
                />
              </th>
              <th>URL</th>
              <th>Blacklisted</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, url, blacklisted_at }) => (
              <tr key={id}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${url}`}
                    checked={chosen.has(id)}
                    onChange={({ currentTarget }) => select([id], currentTarget.checked)}
                  />
                </td>
                <td>
                  <span className={classes.url} title={url}>
                    {shortened(url, CUT.url)}
                  </span>
                </td>
                <td className={classes.nowrap}>{formatDate(blacklisted_at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {deleting && (
        <Confirm
          title="Permanently Delete"
          action="Permanently Delete"
          busy={commands.deleteForever.isPending}
          onConfirm={() => void deleteForever()}
          onClose={() => setDeleting(false)}
        >
          {selected.length === 1 ? '1 URL' : `${formatCount(selected.length)} URLs`} and what was learned of
          them are deleted. This cannot be undone; a page that the website still links to may be found again.
        </Confirm>
      )}
    </>
  );
}
