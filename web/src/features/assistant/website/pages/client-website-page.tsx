import type { PagesResponse } from '@landline/api/assistant/website/contract';
import type { ClientRecord } from '@landline/api/clients/clients/contract';
import { Box, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import common from '../../../../shared/ui/common.module.css';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar, useTab } from '../../../../shared/ui/tab-bar.tsx';
import { useClientRecord } from '../../../clients/clients/api/clients.ts';
import { ClientMissing } from '../../../clients/clients/components/client-missing.tsx';
import { AdminRequests } from '../../content-requests/components/admin-requests.tsx';
import { usePages, useWebsiteCommands, type WebsiteCommands } from '../api/website.ts';
import { AddUrlModal } from '../components/add-url-modal.tsx';
import { BlacklistPanel } from '../components/blacklist-panel.tsx';
import { CommandNoticeBar } from '../components/command-notice.tsx';
import { CrawlSettings } from '../components/crawl-settings.tsx';
import { DeleteAll } from '../components/delete-all.tsx';
import { PagesPanel } from '../components/pages-panel.tsx';
import { UploadFile } from '../components/upload-file.tsx';
import { ERRORS } from '../error-texts.ts';
import { type CommandNotice, useCommandNotice } from '../use-command-notice.ts';

const TABS = [
  { key: 'pages', label: 'Pages' },
  { key: 'blacklist', label: 'Blacklist' },
  { key: 'requests', label: 'Content Requests' },
  { key: 'settings', label: 'Crawl Settings' },
] as const;

/** /ai/client-content/:clientId (spec 002 §2) */
export function Component() {
  const { clientId = '' } = useParams();
  const { data: client, error: clientError, refetch: refetchClient } = useClientRecord(clientId);
  const { data: content, error: contentError, refetch: refetchContent } = usePages(clientId);
  const commands = useWebsiteCommands(clientId);
  const notice = useCommandNotice();
  if (!client || !content) {
    return (
      <ClientMissing
        title="Manage Content"
        failed="Error Loading Client Content"
        error={contentError ?? clientError}
        onRetry={() => {
          void refetchClient();
          void refetchContent();
        }}
      />
    );
  }
  const obstacle = scrapingObstacleOf(client);
  return (
    <Page
      title="Manage Content"
      subtitle={client.name}
      names={{ clientId: client.name }}
      action={
        content.scraping ? (
          <Button
            variant="default"
            loading={commands.stop.isPending}
            onClick={() => void notice.report(commands.stop.mutateAsync(undefined), ERRORS.stop)}
          >
            Stop Scraping
          </Button>
        ) : (
          <Button
            disabled={content.pages.length === 0 || obstacle !== null}
            loading={commands.scrape.isPending}
            onClick={() => void notice.report(commands.scrape.mutateAsync(undefined), ERRORS.scrape)}
          >
            Start Scraping
          </Button>
        )
      }
    >
      {obstacle && (
        <Box mb="md">
          <Notice kind="notice">This website cannot be scraped because the client {obstacle}.</Notice>
        </Box>
      )}
      <TabContent clientId={clientId} content={content} commands={commands} notice={notice} />
    </Page>
  );
}

/** Returns why a client's website cannot be scraped; null if it can. */
function scrapingObstacleOf({ active, closed_at, has_ai_assistant }: ClientRecord): string | null {
  if (closed_at !== null) return 'is closed';
  if (!active) return 'is inactive';
  return has_ai_assistant ? null : 'does not have the AI Assistant';
}

interface TabContentProps {
  clientId: string;
  content: PagesResponse;
  commands: WebsiteCommands;
  notice: CommandNotice;
}

function TabContent(props: TabContentProps) {
  const { clientId, content, commands, notice } = props;
  const tab = useTab(TABS);
  const [urlToAdd, setUrlToAdd] = useState<string | null>(null);
  return (
    <>
      <TabBar label="Content" tabs={TABS} current={tab} />
      <div className={common.stack}>
        <CommandNoticeBar commandNotice={notice} />
        {tab === 'pages' && (
          <>
            <Group gap="sm">
              <Button
                variant="default"
                loading={commands.discover.isPending || content.discovering}
                onClick={() => void notice.report(commands.discover.mutateAsync(undefined), ERRORS.discover)}
              >
                Discover URLs
              </Button>
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setUrlToAdd('')}>
                Add Custom URL
              </Button>
              <UploadFile
                isPending={commands.upload.isPending}
                onFile={(file) => void notice.report(commands.upload.mutateAsync(file), ERRORS.upload)}
                onRefuse={notice.refuse}
              />
              <DeleteAll count={content.pages.length} commands={commands} notice={notice} />
            </Group>
            <PagesPanel {...props} />
          </>
        )}
        {tab === 'blacklist' && <BlacklistPanel clientId={clientId} commands={commands} notice={notice} />}
        {tab === 'requests' && <AdminRequests clientId={clientId} onAdd={setUrlToAdd} />}
        {tab === 'settings' && (
          <CrawlSettings settings={content.settings} commands={commands} notice={notice} />
        )}
      </div>
      {urlToAdd !== null && (
        <AddUrlModal
          initialUrl={urlToAdd}
          add={commands.add}
          notice={notice}
          onClose={() => setUrlToAdd(null)}
        />
      )}
    </>
  );
}
