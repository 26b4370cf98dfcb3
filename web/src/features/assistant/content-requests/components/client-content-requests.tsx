import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS, reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { useUploadClientFile } from '../../website/api/website.ts';
import { AddClientPage } from '../../website/components/add-client-page.tsx';
import { ClientPages } from '../../website/components/client-pages.tsx';
import { UploadFile } from '../../website/components/upload-file.tsx';
import { ERRORS } from '../../website/error-texts.ts';
import { OwnRequests } from './own-requests.tsx';
import { RequestForm } from './request-form.tsx';

/** AI Content Requests tab of the client portal (spec 000 §2). */
export function ClientContentRequests({ clientId, clientName }: { clientId: string; clientName: string }) {
  const [isAdding, setAdding] = useState(false);
  const { notice, show } = useNotice();
  const upload = useUploadClientFile(clientId);
  return (
    <div className={common.stack}>
      <RequestForm clientId={clientId} clientName={clientName} />
      <NoticeAlert notice={notice} />
      <Card
        title="What Your Assistant Has Learned"
        aside={
          <Group gap="xs">
            <UploadFile
              size="xs"
              isPending={upload.isPending}
              onFile={(file) =>
                upload.mutate(
                  file,
                  reportOutcome(show, ({ message }) => message, ERRORS.upload),
                )
              }
              onRefuse={(text) => show({ kind: 'error', text, forMs: NOTICE_MS })}
            />
            <Button size="xs" onClick={() => setAdding(true)}>
              Add a page
            </Button>
          </Group>
        }
      >
        <ClientPages clientId={clientId} />
      </Card>
      {isAdding && (
        <AddClientPage
          clientId={clientId}
          onAdded={(text) => {
            setAdding(false);
            show({ kind: 'success', text });
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <Card title="Your Requests">
        <OwnRequests clientId={clientId} />
      </Card>
    </div>
  );
}
