import { useParams } from 'react-router-dom';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar, useTab } from '../../../../shared/ui/tab-bar.tsx';
import { useClientRecord } from '../../../clients/clients/api/clients.ts';
import { ConversationList } from '../components/conversation-list.tsx';
import { LeftMessages } from '../components/left-messages.tsx';

const TABS = [
  { key: 'conversations', label: 'Conversations' },
  { key: 'messages', label: 'Left messages' },
] as const;

/** /ai/client-conversations/:clientId */
export function Component() {
  const { clientId = '' } = useParams();
  const { data: client } = useClientRecord(clientId);
  const tab = useTab(TABS);
  return (
    <Page title="Conversations" subtitle={client?.name} names={{ clientId: client?.name }}>
      <TabBar label="Conversations" tabs={TABS} current={tab} />
      {tab === 'conversations' ? (
        <ConversationList clientId={clientId} />
      ) : (
        <LeftMessages clientId={clientId} />
      )}
    </Page>
  );
}
