import { SegmentedControl } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ConversationList } from '../../conversations/components/conversation-list.tsx';
import { LeftMessages } from '../../conversations/components/left-messages.tsx';
import { WidgetSettings } from '../../widget/components/widget-settings.tsx';
import { Security } from '../../widget/tabs/security.tsx';

const VIEWS = [
  { value: 'appearance', label: 'Appearance' },
  { value: 'security', label: 'Security' },
  { value: 'conversations', label: 'Conversations' },
  { value: 'messages', label: 'Left messages' },
] as const;
const KEYS = VIEWS.map(({ value }) => value);

/** AI Customization (spec 000 §2): the client's widget, who may show it, and what it has been asked. */
export function Customization({ clientId }: { clientId: string }) {
  const [view, setView] = useQueryState('view', parseAsStringLiteral(KEYS).withDefault('appearance'));
  return (
    <>
      <div style={{ overflowX: 'auto', marginBottom: 16 }}>
        <SegmentedControl
          aria-label="Customization"
          data={[...VIEWS]}
          value={view}
          onChange={(value) => void setView(KEYS.find((key) => key === value) ?? null)}
        />
      </div>
      {view === 'appearance' && <WidgetSettings clientId={clientId} />}
      {view === 'security' && <Security clientId={clientId} />}
      {view === 'conversations' && <ConversationList clientId={clientId} />}
      {view === 'messages' && <LeftMessages clientId={clientId} />}
    </>
  );
}
