import { Skeleton } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { WIDGET } from '../../../shared/messages.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { TabBar } from '../../../shared/ui/tab-bar.tsx';
import { useIsStaff } from '../../session/context.ts';
import { useBranding } from '../api/branding.ts';
import { BrandingForm } from '../components/branding-form.tsx';
import { EmbedCodes } from '../components/embed-codes.tsx';
import { AdvancedCode } from '../tabs/advanced-code.tsx';

const TABS = [
  { key: 'visual', label: 'Visual Settings' },
  { key: 'code', label: 'Advanced Code' },
  { key: 'embed', label: 'Embed Codes' },
] as const;
const KEYS = TABS.map(({ key }) => key);
/** Spec 002 §2. */
const DEMO_CLIENT = 'client123';

/** /ai/widget/global: what all widgets have in common (spec 002 §2). */
export function Component() {
  const [tab] = useQueryState('tab', parseAsStringLiteral(KEYS).withDefault('visual'));
  const isSuperAdmin = useIsStaff('SuperAdmin');
  const tabs = TABS.map((each) =>
    each.key === 'code' && !isSuperAdmin ? { ...each, disabled: 'Only a SuperAdmin may change code' } : each,
  );
  return (
    <Page
      title="Global Widget Templates"
      subtitle="What every client's widget starts from, and has while it has no branding of its own."
    >
      <TabBar label="Global widget templates" tabs={tabs} current={tab} />
      {tab === 'visual' && <Visual />}
      {tab === 'code' && isSuperAdmin && <AdvancedCode />}
      {tab === 'embed' && <EmbedCodes clientId={DEMO_CLIENT} />}
    </Page>
  );
}

function Visual() {
  const { data, error, refetch } = useBranding(null);
  if (!data) {
    return error ? (
      <ErrorState title={WIDGET.templatesLoadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={420} role="status" aria-label="Loading the settings" />
    );
  }
  return <BrandingForm clientId={null} branding={data} saved={WIDGET.templatesSaved} />;
}
