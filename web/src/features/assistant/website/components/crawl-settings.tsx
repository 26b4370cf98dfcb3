import { type SiteSettingsBody, siteSettings } from '@landline/api/assistant/website/contract';
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { useState } from 'react';
import { editsSince } from '../../../../shared/edits-since.ts';
import { linesOf } from '../../../../shared/lines-of.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import type { WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import type { CommandNotice } from '../use-command-notice.ts';

const SCHEDULES: Readonly<Record<SiteSettingsBody['recrawl'], string>> = {
  never: 'Off',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every 30 days',
};

type Fields = Record<keyof SiteSettingsBody, string>;

const fieldsOf = ({ include, exclude, recrawl }: SiteSettingsBody): Fields => ({
  include: include.join('\n'),
  exclude: exclude.join('\n'),
  recrawl,
});

interface CrawlSettingsProps {
  settings: SiteSettingsBody;
  commands: WebsiteCommands;
  notice: CommandNotice;
}

/** Form for the crawl's URL patterns and schedule. */
export function CrawlSettings({ settings, commands, notice }: CrawlSettingsProps) {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const edit = (change: Partial<Fields>) => setEdits((before) => ({ ...before, ...change }));
  const saved = fieldsOf(settings);
  const values = { ...saved, ...edits };
  const checked = siteSettings.safeParse({
    include: linesOf(values.include),
    exclude: linesOf(values.exclude),
    recrawl: values.recrawl,
  });
  const isChanged = checked.success && !shallowEqual(fieldsOf(checked.data), saved);
  const problemOf = (field: string) => checked.error?.issues.find(({ path }) => path[0] === field)?.message;
  const save = async (next: SiteSettingsBody) => {
    const saving = commands.saveSettings.mutateAsync(next);
    const undo = {
      revert: () => commands.saveSettings.mutateAsync(settings),
      failureText: ERRORS.undoSettings,
    };
    if (await notice.report(saving, ERRORS.settings, undo)) setEdits((current) => editsSince(edits, current));
  };
  return (
    <Card title="Crawl Settings">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) void save(checked.data);
        }}
      >
        <Stack gap="md" maw={640}>
          <Textarea
            label="Include"
            description="One pattern per line, such as /help/* or /*.pdf$. Leave empty to include every page."
            rows={3}
            value={values.include}
            error={problemOf('include')}
            onChange={({ currentTarget: { value } }) => edit({ include: value })}
          />
          <Textarea
            label="Exclude"
            description="Pages to skip, even if they match an include pattern."
            rows={3}
            value={values.exclude}
            error={problemOf('exclude')}
            onChange={({ currentTarget: { value } }) => edit({ exclude: value })}
          />
          <NativeSelect
            label="Automatic scraping"
            description="Unchanged pages are checked with one short request and not processed again."
            data={Object.entries(SCHEDULES).map(([value, label]) => ({ value, label }))}
            value={values.recrawl}
            onChange={({ currentTarget: { value } }) => edit({ recrawl: value })}
          />
          <p className={common.quiet}>Patterns apply from the next crawl. Custom URLs are always scraped.</p>
          <Group justify="flex-end">
            <Button type="submit" disabled={!isChanged} loading={commands.saveSettings.isPending}>
              Save Settings
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
