import { type SiteSettingsBody, siteSettings } from '@landline/api/scraping/contract';
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../shared/ui/card.tsx';
import type { ContentCommands } from '../api/content.ts';
import { CONTENT } from '../texts.ts';
import type { Outcome } from '../use-outcome.ts';
import classes from './content.module.css';

const SCHEDULES: Readonly<Record<SiteSettingsBody['recrawl'], string>> = {
  never: 'Only when it is started here',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every 30 days',
};

interface CrawlSettingsProps {
  settings: SiteSettingsBody;
  commands: ContentCommands;
  outcome: Outcome;
}

/** Which pages of the website are scraped, and how often. */
export function CrawlSettings({ settings, commands, outcome }: CrawlSettingsProps) {
  const [typed, setTyped] = useState<{ include?: string; exclude?: string; recrawl?: string }>({});
  const shown = {
    include: typed.include ?? settings.include.join('\n'),
    exclude: typed.exclude ?? settings.exclude.join('\n'),
    recrawl: typed.recrawl ?? settings.recrawl,
  };
  const checked = siteSettings.safeParse({
    include: linesOf(shown.include),
    exclude: linesOf(shown.exclude),
    recrawl: shown.recrawl,
  });
  const problemOf = (field: string) => checked.error?.issues.find(({ path }) => path[0] === field)?.message;
  const save = async (next: SiteSettingsBody) => {
    const saving = commands.saveSettings.mutateAsync(next);
    const back = () => commands.saveSettings.mutateAsync(settings);
    if (await outcome.tell(saving, CONTENT.settingsFailed, back)) setTyped({});
  };
  return (
    <Card title="Crawl Settings">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (checked.success) void save(checked.data);
        }}
      >
        <Stack gap="md" maw={640}>
          <Textarea
            label="Include"
            description="One pattern a line, as /help/* or /*.pdf$. Empty: every page."
            rows={3}
            value={shown.include}
            error={problemOf('include')}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, include: value }))}
          />
          <Textarea
            label="Exclude"
            description="What is left out, even where it is included."
            rows={3}
            value={shown.exclude}
            error={problemOf('exclude')}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, exclude: value }))}
          />
          <NativeSelect
            label="Scrape again"
            description="Pages that have not changed cost one short request each."
            data={Object.entries(SCHEDULES).map(([value, label]) => ({ value, label }))}
            value={shown.recrawl}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, recrawl: value }))}
          />
          <p className={classes.quiet}>
            The patterns hold from the next visit on. Custom URLs are scraped whatever they say.
          </p>
          <Group justify="flex-end">
            <Button
              type="submit"
              disabled={!checked.success || Object.keys(typed).length === 0}
              loading={commands.saveSettings.isPending}
            >
              Save Settings
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
