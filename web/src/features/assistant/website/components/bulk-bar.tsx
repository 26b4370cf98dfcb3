import { DEFAULT_PRIORITY, type PageRecord, WEBSITE_TEXTS } from '@landline/api/assistant/website/contract';
import { Box, Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import type { WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import { pageCount } from '../page-status.ts';
import { PRIORITIES } from '../priority.ts';
import type { CommandNotice } from '../use-command-notice.ts';
import classes from './website.module.css';

interface BulkBarProps {
  pages: readonly PageRecord[];
  selected: ReadonlySet<string>;
  commands: WebsiteCommands;
  notice: CommandNotice;
  onDone: () => void;
}

/** Actions on the selected pages; reversible actions offer Undo. */
export function BulkBar({ pages, selected, commands, notice, onDone }: BulkBarProps) {
  const [priority, setPriority] = useState(String(DEFAULT_PRIORITY));
  const [isBlacklisting, setBlacklisting] = useState(false);
  const selectedPages = pages.filter(({ id }) => selected.has(id));
  const pageIds = [...selected];

  const scrape = async () => {
    if (selected.size === 0) return notice.refuse(WEBSITE_TEXTS.noneToScrape);
    if (await notice.report(commands.immediate.mutateAsync(pageIds), ERRORS.immediate)) onDone();
  };
  const prioritize = async () => {
    if (selected.size === 0) return notice.refuse(WEBSITE_TEXTS.noneToPrioritize);
    const changing = commands.prioritize.mutateAsync({ pageIds, priority: Number(priority) });
    const undo = {
      revert: () => restorePriorities(commands, selectedPages),
      failureText: ERRORS.priority,
    };
    if (await notice.report(changing, ERRORS.priority, undo)) onDone();
  };
  const confirmBlacklist = () => {
    if (selected.size === 0) return notice.refuse(WEBSITE_TEXTS.noneToDelete);
    setBlacklisting(true);
  };
  return (
    <fieldset
      className={classes.bulk}
      aria-label="Selected pages"
      style={{ border: 0, padding: 0, margin: 0 }}
    >
      <Box component="p" m="0 auto 0 0" className="num" aria-live="polite">
        {formatCount(selected.size)} selected
      </Box>
      <Button size="xs" variant="default" loading={commands.immediate.isPending} onClick={scrape}>
        Scrape Immediately
      </Button>
      <NativeSelect
        size="xs"
        aria-label="New priority"
        data={PRIORITIES}
        value={priority}
        onChange={({ currentTarget }) => setPriority(currentTarget.value)}
      />
      <Button size="xs" variant="default" loading={commands.prioritize.isPending} onClick={prioritize}>
        Update Priority
      </Button>
      <Button size="xs" variant="default" color="red" onClick={confirmBlacklist}>
        Blacklist
      </Button>
      {isBlacklisting && (
        <BlacklistDialog
          pages={selectedPages}
          commands={commands}
          notice={notice}
          onDone={onDone}
          onClose={() => setBlacklisting(false)}
        />
      )}
    </fieldset>
  );
}

/** Restores the previous priority of each page. */
async function restorePriorities({ prioritize }: WebsiteCommands, pages: readonly PageRecord[]) {
  let response = { message: '' };
  for (const [priority, group] of Map.groupBy(pages, (page) => page.priority))
    response = await prioritize.mutateAsync({ pageIds: group.map(({ id }) => id), priority });
  return response;
}

interface BlacklistDialogProps {
  pages: readonly PageRecord[];
  commands: WebsiteCommands;
  notice: CommandNotice;
  onDone: () => void;
  onClose: () => void;
}

function BlacklistDialog({ pages, commands, notice, onDone, onClose }: BlacklistDialogProps) {
  const [deletesContent, setDeletesContent] = useState(false);
  const ids = pages.map(({ id }) => id);
  const blacklist = async () => {
    const command = commands.blacklist.mutateAsync({
      urls: pages.map(({ url }) => url),
      pageIds: ids,
      deletesContent,
    });
    const isDone = await notice.report(command, ERRORS.blacklist, {
      revert: () => commands.restore.mutateAsync(ids),
      failureText: ERRORS.restore,
    });
    onClose();
    if (isDone) onDone();
  };
  return (
    <ConfirmDialog
      title={`Blacklist ${pageCount(pages.length)}`}
      action="Blacklist"
      isPending={commands.blacklist.isPending}
      onConfirm={() => void blacklist()}
      onClose={onClose}
    >
      <p style={{ marginTop: 0 }}>
        The assistant stops quoting blacklisted pages immediately and no longer scrapes them. You can restore
        them from the blacklist.
      </p>
      <Checkbox
        label="Also delete their content"
        description="Frees up pages in the plan. Restored pages are scraped again automatically; deleted files must be uploaded again."
        checked={deletesContent}
        onChange={({ currentTarget }) => setDeletesContent(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
