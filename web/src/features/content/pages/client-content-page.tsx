import type { PagesResponse } from '@landline/api/scraping/contract';
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Page } from '../../../shared/ui/page.tsx';
import { TabBar } from '../../../shared/ui/tab-bar.tsx';
import { useClientRecord } from '../../clients/api/get-client.ts';
import { ClientMissing } from '../../clients/components/client-missing.tsx';
import { AdminRequests } from '../../content-requests/components/admin-requests.tsx';
import { type ContentCommands, useContentCommands, usePages } from '../api/content.ts';
import { AddUrl } from '../components/add-url.tsx';
import { BlacklistPanel } from '../components/blacklist-panel.tsx';
import classes from '../components/content.module.css';
import { CrawlSettings } from '../components/crawl-settings.tsx';
import { DeleteAll } from '../components/delete-all.tsx';
import { OutcomeStrip } from '../components/outcome-strip.tsx';
import { PagesPanel } from '../components/pages-panel.tsx';
import { CONTENT } from '../texts.ts';
import { type Outcome, useOutcome } from '../use-outcome.ts';

const TABS = [
  { key: 'pages', label: 'Pages' },
  { key: 'blacklist', label: 'Blacklist' },
  { key: 'requests', label: 'Content Requests' },
  { key: 'settings', label: 'Crawl Settings' },
] as const;
const KEYS = TABS.map(({ key }) => key);

/** /ai/client-content/:clientId: what the assistant learns of a client's website (spec 002 §2). */
export function Component() {
  const { clientId = '' } = useParams();
  const { data: client } = useClientRecord(clientId);
  const { data: content, error, refetch } = usePages(clientId);
  const commands = useContentCommands(clientId);
  const outcome = useOutcome();
  if (!content) {
    return (
      <ClientMissing
        title="Manage Content"
        failed="Error Loading Client Content"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Page
      title="Manage Content"
      subtitle={client?.name}
      names={{ clientId: client?.name }}
      action={
        content.scraping ? (
          <Button
            variant="default"
            loading={commands.stop.isPending}
            onClick={() => void outcome.tell(commands.stop.mutateAsync(undefined), CONTENT.stopFailed)}
          >
            Stop Scraping
          </Button>
        ) : (
          <Button
            disabled={content.pages.length === 0}
            loading={commands.scrape.isPending}
            onClick={() => void outcome.tell(commands.scrape.mutateAsync(undefined), CONTENT.scrapeFailed)}
          >
            Start Scraping
          </Button>
        )
      }
    >
      <Tabs clientId={clientId} content={content} commands={commands} outcome={outcome} />
    </Page>
  );
}

interface TabsProps {
  clientId: string;
  content: PagesResponse;
  commands: ContentCommands;
  outcome: Outcome;
}

function Tabs(props: TabsProps) {
  const { clientId, content, commands, outcome } = props;
  const [tab] = useQueryState('tab', parseAsStringLiteral(KEYS).withDefault('pages'));
  const [adding, setAdding] = useState<string | null>(null);
  return (
    <>
      <TabBar label="Content" tabs={TABS} current={tab} />
      <div className={classes.sections}>
        <OutcomeStrip outcome={outcome} />
        {tab === 'pages' && (
          <>
            <Group gap="sm">
              <Button
                variant="default"
                loading={commands.discover.isPending || content.discovering}
                onClick={() =>
                  void outcome.tell(commands.discover.mutateAsync(undefined), CONTENT.discoverFailed)
                }
              >
                Discover URLs
              </Button>
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding('')}>
                Add Custom URL
              </Button>
              <DeleteAll count={content.pages.length} commands={commands} outcome={outcome} />
            </Group>
            <PagesPanel {...props} />
          </>
        )}
        {tab === 'blacklist' && <BlacklistPanel clientId={clientId} commands={commands} outcome={outcome} />}
        {tab === 'requests' && <AdminRequests clientId={clientId} onAdd={setAdding} />}
        {tab === 'settings' && (
          <CrawlSettings settings={content.settings} commands={commands} outcome={outcome} />
        )}
      </div>
      {adding !== null && (
        <AddUrl
          clientId={clientId}
          initialUrl={adding}
          add={commands.add}
          outcome={outcome}
          onClose={() => setAdding(null)}
        />
      )}
    </>
  );
}
