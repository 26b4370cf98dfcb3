import { SegmentedControl, Skeleton } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { WIDGET } from '../../../shared/messages.ts';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { ConversationList } from '../../conversations/components/conversation-list.tsx';
import { LeftMessages } from '../../conversations/components/left-messages.tsx';
import { useBranding } from '../../widget/api/branding.ts';
import { BrandingForm } from '../../widget/components/branding-form.tsx';
import classes from '../../widget/components/widget.module.css';
import { Behaviour } from '../../widget/tabs/behaviour.tsx';
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
      {view === 'appearance' && <Appearance clientId={clientId} />}
      {view === 'security' && <Security clientId={clientId} />}
      {view === 'conversations' && <ConversationList clientId={clientId} />}
      {view === 'messages' && <LeftMessages clientId={clientId} />}
    </>
  );
}

function Appearance({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useBranding(clientId);
  if (!data) {
    return error ? (
      <ErrorState title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={420} role="status" aria-label="Loading the settings" />
    );
  }
  return (
    <div className={classes.settings}>
      <BrandingForm clientId={clientId} branding={data} saved={WIDGET.settingsSaved} />
      <Behaviour clientId={clientId} />
    </div>
  );
}
