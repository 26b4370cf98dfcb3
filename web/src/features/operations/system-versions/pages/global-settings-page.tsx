import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { SYSTEM_VERSIONS, WIDGET } from '../../../../shared/messages.ts';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { TabBar, useTab } from '../../../../shared/ui/tab-bar.tsx';
import { useBranding } from '../../../assistant/widget/api/branding.ts';
import { BrandingForm } from '../../../assistant/widget/components/branding-form.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { SystemVersioning } from '../components/system-versioning.tsx';

const TABS = [
  { key: 'branding', label: 'Branding' },
  { key: 'versions', label: 'System Versioning' },
] as const;

/** Delay before users without access are redirected, in milliseconds (spec 002 §9). */
const REDIRECT_MS = 3_000;

/** /ai/settings (spec 002 §2): global branding and system versions. */
export function Component() {
  const isAdmin = useIsStaff('SuperAdmin', 'Admin');
  const tab = useTab(TABS);
  if (!isAdmin) return <NotAllowed />;
  return (
    <Page
      title="Global Settings"
      subtitle="Defaults for clients without their own settings, and versions of the system configuration."
    >
      <TabBar label="Global Settings" tabs={TABS} current={tab} />
      {/* Stays mounted to keep unsaved changes. */}
      <div hidden={tab !== 'branding'}>
        <GlobalBranding />
      </div>
      {tab === 'versions' && <SystemVersioning />}
    </Page>
  );
}

/** Page for users without access; loads no settings (spec 002 §1). */
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

const GlobalBranding = () => (
  <QueryBody query={useBranding(null)} errorTitle="The settings could not be loaded" skeleton={420}>
    {(branding) => <BrandingForm clientId={null} branding={branding} saved={WIDGET.settingsSaved} />}
  </QueryBody>
);
