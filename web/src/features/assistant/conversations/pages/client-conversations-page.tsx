import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useParams } from 'react-router-dom';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar } from '../../../../shared/ui/tab-bar.tsx';
import { useClientRecord } from '../../../clients/clients/api/clients.ts';
import { ConversationList } from '../components/conversation-list.tsx';
import { LeftMessages } from '../components/left-messages.tsx';

const TABS = [
  { key: 'conversations', label: 'Conversations' },
  { key: 'messages', label: 'Left messages' },
] as const;
const KEYS = TABS.map(({ key }) => key);

/** /ai/client-conversations/:clientId */
export function Component() {
  const { clientId = '' } = useParams();
  const { data: client } = useClientRecord(clientId);
  const [tab] = useQueryState('tab', parseAsStringLiteral(KEYS).withDefault('conversations'));
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
