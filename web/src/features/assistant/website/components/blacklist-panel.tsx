import { type BlacklistedResponse, WEBSITE_TEXTS } from '@landline/api/assistant/website/contract';
import { Box, Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useBlacklisted, type WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import { pageName } from '../page-name.ts';
import { MAX_LENGTH, truncate } from '../truncate.ts';
import type { CommandNotice } from '../use-command-notice.ts';
import { useSelection } from '../use-selection.ts';
import classes from './website.module.css';

type BlacklistedUrl = BlacklistedResponse['urls'][number];

interface BlacklistPanelProps {
  clientId: string;
  commands: WebsiteCommands;
  notice: CommandNotice;
}

/** Lists the blacklisted URLs, with actions to restore or delete them. */
export function BlacklistPanel({ clientId, ...props }: BlacklistPanelProps) {
  return (
    <QueryBody query={useBlacklisted(clientId)} errorTitle="The blacklist could not be loaded" skeleton={200}>
      {(urls) =>
        urls.length === 0 ? (
          <EmptyState title="No blacklisted URLs" icon={IconBan}>
            Blacklisted pages appear here. The assistant does not scrape or quote them.
          </EmptyState>
        ) : (
          <Blacklist urls={urls} {...props} />
        )
      }
    </QueryBody>
  );
}

const COLUMNS: readonly Column<BlacklistedUrl>[] = [
  {
    header: 'URL',
    cell: (blacklisted) => (
      <Box component="span" display="block" miw={180} className={common.wrap ?? ''} title={blacklisted.url}>
        {truncate(pageName(blacklisted), MAX_LENGTH.url)}
      </Box>
    ),
  },
  {
    header: 'Blacklisted',
    cell: ({ blacklisted_at }) => formatDate(blacklisted_at),
    className: common.nowrap,
  },
];

interface BlacklistProps extends Omit<BlacklistPanelProps, 'clientId'> {
  urls: readonly BlacklistedUrl[];
}

function Blacklist({ urls, commands, notice }: BlacklistProps) {
  const { selected, onSelect } = useSelection(urls);
  const [isDeleting, setDeleting] = useState(false);
  const ids = [...selected];
  const restore = async () => {
    if (ids.length === 0) return notice.refuse(WEBSITE_TEXTS.noneToRestore);
    const pages = urls.filter(({ id }) => selected.has(id));
    await notice.report(commands.restore.mutateAsync(ids), ERRORS.restore, {
      revert: () =>
        commands.blacklist.mutateAsync({
          urls: pages.map(({ url }) => url),
          pageIds: ids,
          deletesContent: false,
        }),
      failureText: ERRORS.blacklist,
    });
  };
  const deleteForever = async () => {
    await notice.report(commands.deleteForever.mutateAsync(ids), ERRORS.deleteForever);
    setDeleting(false);
  };
  return (
    <>
      <div className={classes.bulk}>
        <Box component="p" m="0 auto 0 0" className="num" aria-live="polite">
          {formatCount(ids.length)} selected
        </Box>
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
            ids.length === 0 ? notice.refuse(WEBSITE_TEXTS.noneToDeleteForever) : setDeleting(true)
          }
        >
          Permanently Delete
        </Button>
      </div>
      <DataTable
        label="Blacklisted URLs"
        columns={COLUMNS}
        rows={urls}
        keyOf="id"
        scrolls
        stacks
        selection={{
          selected,
          onSelect,
          allLabel: 'Select all blacklisted URLs',
          labelOf: (blacklisted) => `Select ${pageName(blacklisted)}`,
        }}
      />
      {isDeleting && (
        <ConfirmDialog
          title="Permanently Delete"
          action="Permanently Delete"
          isPending={commands.deleteForever.isPending}
          onConfirm={() => void deleteForever()}
          onClose={() => setDeleting(false)}
        >
          {ids.length === 1 ? '1 URL' : `${formatCount(ids.length)} URLs`} and everything the assistant
          learned from {ids.length === 1 ? 'it' : 'them'} will be deleted. This cannot be undone. Pages that
          the website still links to may be discovered again.
        </ConfirmDialog>
      )}
    </>
  );
}
