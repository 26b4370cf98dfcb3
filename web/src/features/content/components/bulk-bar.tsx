import { SCRAPING_TEXTS, type ScrapedPageRecord } from '@landline/api/scraping/contract';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import type { ContentCommands } from '../api/content.ts';
import { DEFAULT_PRIORITY, PRIORITIES } from '../priority.ts';
import { CONTENT } from '../texts.ts';
import type { Outcome } from '../use-outcome.ts';
import { Confirm } from './confirm.tsx';
import classes from './content.module.css';

interface BulkBarProps {
  pages: readonly ScrapedPageRecord[];
  selected: ReadonlySet<string>;
  commands: ContentCommands;
  outcome: Outcome;
  onDone: () => void;
}

/** What is done to the pages that are selected; what can be taken back offers Undo. */
export function BulkBar({ pages, selected, commands, outcome, onDone }: BulkBarProps) {
  const [priority, setPriority] = useState(String(DEFAULT_PRIORITY));
  const [blacklisting, setBlacklisting] = useState(false);
  const chosen = pages.filter(({ id }) => selected.has(id));
  const pageIds = [...selected];

  const scrape = async () => {
    if (selected.size === 0) return outcome.refuse(SCRAPING_TEXTS.noneToScrape);
    if (await outcome.tell(commands.immediate.mutateAsync(pageIds), CONTENT.immediateFailed)) onDone();
  };
  const prioritise = async () => {
    if (selected.size === 0) return outcome.refuse(SCRAPING_TEXTS.noneToPrioritise);
    const back = () => asBefore(commands, chosen);
    const changing = commands.prioritise.mutateAsync({ pageIds, priority: Number(priority) });
    if (await outcome.tell(changing, CONTENT.priorityFailed, back)) onDone();
  };
  const askToBlacklist = () => {
    if (selected.size === 0) return outcome.refuse(SCRAPING_TEXTS.noneToDelete);
    setBlacklisting(true);
  };
  return (
    <fieldset
      className={classes.bulk}
      aria-label="Selected pages"
      style={{ border: 0, padding: 0, margin: 0 }}
    >
      <p className={classes.count} aria-live="polite">
        {formatCount(selected.size)} selected
      </p>
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
      <Button size="xs" variant="default" loading={commands.prioritise.isPending} onClick={prioritise}>
        Update Priority
      </Button>
      <Button size="xs" variant="default" color="red" onClick={askToBlacklist}>
        Blacklist
      </Button>
      {blacklisting && (
        <BlacklistDialog
          pages={chosen}
          commands={commands}
          outcome={outcome}
          onDone={onDone}
          onClose={() => setBlacklisting(false)}
        />
      )}
    </fieldset>
  );
}

/** Each page gets the priority that it had. */
async function asBefore({ prioritise }: ContentCommands, pages: readonly ScrapedPageRecord[]) {
  let answer = { message: '' };
  for (const [priority, its] of Map.groupBy(pages, (page) => page.priority))
    answer = await prioritise.mutateAsync({ pageIds: its.map(({ id }) => id), priority });
  return answer;
}

interface BlacklistDialogProps {
  pages: readonly ScrapedPageRecord[];
  commands: ContentCommands;
  outcome: Outcome;
  onDone: () => void;
  onClose: () => void;
}

function BlacklistDialog({ pages, commands, outcome, onDone, onClose }: BlacklistDialogProps) {
  const [deletesContent, setDeletes] = useState(false);
  const ids = pages.map(({ id }) => id);
  const blacklist = async () => {
    const doing = commands.blacklist.mutateAsync({
      urls: pages.map(({ url }) => url),
      pageIds: ids,
      deletesContent,
    });
    const isDone = await outcome.tell(doing, CONTENT.blacklistFailed, () =>
      commands.restore.mutateAsync(ids),
    );
    onClose();
    if (isDone) onDone();
  };
  return (
    <Confirm
      title={`Blacklist ${pages.length === 1 ? '1 page' : `${formatCount(pages.length)} pages`}`}
      action="Blacklist"
      busy={commands.blacklist.isPending}
      onConfirm={() => void blacklist()}
      onClose={onClose}
    >
      <p style={{ marginTop: 0 }}>
        The assistant stops quoting what is blacklisted at once, and does not scrape it any more. You can
        restore it from the blacklist.
      </p>
      <Checkbox
        label="Also delete their content"
        description="Frees the plan's pages. A restored page has to be scraped again."
        checked={deletesContent}
        onChange={({ currentTarget }) => setDeletes(currentTarget.checked)}
      />
    </Confirm>
  );
}
