import { type SiteSettingsBody, siteSettings } from '@landline/api/assistant/website/contract';
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { linesOf } from '../../../../shared/lines-of.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import type { WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import type { CommandNotice } from '../use-command-notice.ts';

const SCHEDULES: Readonly<Record<SiteSettingsBody['recrawl'], string>> = {
  never: 'Only when started manually',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every 30 days',
};

interface CrawlSettingsProps {
  settings: SiteSettingsBody;
  commands: WebsiteCommands;
  notice: CommandNotice;
}

/** Form for the crawl's URL patterns and schedule. */
export function CrawlSettings({ settings, commands, notice }: CrawlSettingsProps) {
  const [edits, setEdits] = useState<{ include?: string; exclude?: string; recrawl?: string }>({});
  const values = {
    include: edits.include ?? settings.include.join('\n'),
    exclude: edits.exclude ?? settings.exclude.join('\n'),
    recrawl: edits.recrawl ?? settings.recrawl,
  };
  const checked = siteSettings.safeParse({
    include: linesOf(values.include),
    exclude: linesOf(values.exclude),
    recrawl: values.recrawl,
  });
  const problemOf = (field: string) => checked.error?.issues.find(({ path }) => path[0] === field)?.message;
  const save = async (next: SiteSettingsBody) => {
    const saving = commands.saveSettings.mutateAsync(next);
    const undo = {
      revert: () => commands.saveSettings.mutateAsync(settings),
      failureText: ERRORS.undoSettings,
    };
    if (await notice.report(saving, ERRORS.settings, undo)) setEdits({});
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
            description="One pattern per line, such as /help/* or /*.pdf$. Leave empty to include every page."
            rows={3}
            value={values.include}
            error={problemOf('include')}
            onChange={({ currentTarget: { value } }) => setEdits((before) => ({ ...before, include: value }))}
          />
          <Textarea
            label="Exclude"
            description="Pages to skip, even if they match an include pattern."
            rows={3}
            value={values.exclude}
            error={problemOf('exclude')}
            onChange={({ currentTarget: { value } }) => setEdits((before) => ({ ...before, exclude: value }))}
          />
          <NativeSelect
            label="Scrape again"
            description="Unchanged pages take one short request each."
            data={Object.entries(SCHEDULES).map(([value, label]) => ({ value, label }))}
            value={values.recrawl}
            onChange={({ currentTarget: { value } }) => setEdits((before) => ({ ...before, recrawl: value }))}
          />
          <p className={common.quiet}>Patterns apply from the next crawl. Custom URLs are always scraped.</p>
          <Group justify="flex-end">
            <Button
              type="submit"
              disabled={!checked.success || Object.keys(edits).length === 0}
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
