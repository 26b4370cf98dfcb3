import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ViewSwitch } from '../../../../shared/ui/view-switch.tsx';
import { ConversationList } from '../../conversations/components/conversation-list.tsx';
import { LeftMessages } from '../../conversations/components/left-messages.tsx';
import { ApprovedAnswers } from '../../prompts/components/approved-answers.tsx';
import { Security } from '../tabs/security.tsx';
import { WidgetSettings } from './widget-settings.tsx';

const VIEWS = [
  { value: 'appearance', label: 'Appearance' },
  { value: 'security', label: 'Security' },
  { value: 'conversations', label: 'Conversations' },
  { value: 'messages', label: 'Left messages' },
  { value: 'answers', label: 'Approved answers' },
] as const;
const KEYS = VIEWS.map(({ value }) => value);

/** State of the lists in the URL. */
const VIEW_STATE = {
  page: parseAsString,
  only: parseAsString,
  status: parseAsString,
  conversation: parseAsString,
};

/** AI Customization tab of the client portal (spec 000 §2). */
export function ClientCustomization({ clientId }: { clientId: string }) {
  const [{ view }, set] = useQueryStates({
    view: parseAsStringLiteral(KEYS).withDefault('appearance'),
    ...VIEW_STATE,
  });
  // The lists share parameters: a page of one is not a page of the other.
  const setView = (next: typeof view) =>
    set({ view: next, page: null, only: null, status: null, conversation: null });
  return (
    <>
      <ViewSwitch label="Customization" views={VIEWS} view={view} onView={(next) => void setView(next)} />
      {view === 'appearance' && <WidgetSettings clientId={clientId} />}
      {view === 'security' && <Security clientId={clientId} />}
      {view === 'conversations' && <ConversationList clientId={clientId} />}
      {view === 'messages' && <LeftMessages clientId={clientId} />}
      {view === 'answers' && <ApprovedAnswers clientId={clientId} />}
    </>
  );
}
