import { Button } from '@mantine/core';
import { useState } from 'react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { AddClientPage } from '../../website/components/add-client-page.tsx';
import { ClientPages } from '../../website/components/client-pages.tsx';
import { OwnRequests } from './own-requests.tsx';
import { RequestForm } from './request-form.tsx';

/** AI Content Requests tab of the client portal (spec 000 §2). */
export function ContentRequests({ clientId, clientName }: { clientId: string; clientName: string }) {
  const [isAdding, setAdding] = useState(false);
  const { notice, show } = useNotice();
  return (
    <div className={common.stack}>
      <RequestForm clientId={clientId} clientName={clientName} />
      <NoticeAlert notice={notice} />
      <Card
        title="What Your Assistant Has Learned"
        aside={
          <Button size="xs" onClick={() => setAdding(true)}>
            Add a page
          </Button>
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
