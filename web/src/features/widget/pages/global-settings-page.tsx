import { Skeleton } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { SYSTEM_VERSIONS, WIDGET } from '../../../shared/messages.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { TabBar } from '../../../shared/ui/tab-bar.tsx';
import { useIsStaff } from '../../session/context.ts';
import { SystemVersioning } from '../../system-versions/components/system-versioning.tsx';
import { useBranding } from '../api/branding.ts';
import { BrandingForm } from '../components/branding-form.tsx';

const TABS = [
  { key: 'branding', label: 'Branding' },
  { key: 'versions', label: 'System Versioning' },
] as const;
const KEYS = TABS.map(({ key }) => key);

/** Whoever may not is led away after so long (spec 002 §9). */
const REDIRECT_MS = 3_000;

/** /ai/settings (spec 002 §2): what holds for every client that has nothing of its own, and its versions. */
export function Component() {
  const isAdmin = useIsStaff('SuperAdmin', 'Admin');
  const [tab] = useQueryState('tab', parseAsStringLiteral(KEYS).withDefault('branding'));
  if (!isAdmin) return <NotAllowed />;
  return (
    <Page
      title="Global Settings"
      subtitle="What every client's assistant has while the client has no settings of its own."
    >
      <TabBar label="Global Settings" tabs={TABS} current={tab} />
      {tab === 'versions' ? <SystemVersioning /> : <GlobalBranding />}
    </Page>
  );
}

/** Nothing is loaded for them (spec 002 §1). */
function NotAllowed() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Page title="Global Settings">
      <Notice kind="error">{SYSTEM_VERSIONS.notAllowed}</Notice>
    </Page>
  );
}

function GlobalBranding() {
  const { data, error, refetch } = useBranding(null);
  if (data) return <BrandingForm clientId={null} branding={data} saved={WIDGET.settingsSaved} />;
  return error ? (
    <ErrorState title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton height={420} role="status" aria-label="Loading the settings" />
  );
}
