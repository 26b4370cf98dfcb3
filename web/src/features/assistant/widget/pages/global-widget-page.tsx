import { WIDGET } from '../../../../shared/messages.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { TabBar, useTab } from '../../../../shared/ui/tab-bar.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { useBranding } from '../api/branding.ts';
import { BrandingForm } from '../components/branding-form.tsx';
import { EmbedCodes } from '../components/embed-codes.tsx';
import { AdvancedCode } from '../tabs/advanced-code.tsx';

const VISUAL = { key: 'visual', label: 'Visual Settings' } as const;
const CODE = { key: 'code', label: 'Advanced Code' } as const;
const EMBED = { key: 'embed', label: 'Embed Codes' } as const;
/** Client id in the example codes (spec 002 §2). */
const DEMO_CLIENT = 'client123';

/** /ai/widget/global (spec 002 §2) */
export function Component() {
  // Only a SuperAdmin changes the code of all widgets (spec 002 §2).
  const tabs = useIsStaff('SuperAdmin') ? ([VISUAL, CODE, EMBED] as const) : ([VISUAL, EMBED] as const);
  const tab = useTab<'visual' | 'code' | 'embed'>(tabs);
  return (
    <Page
      title="Global Widget Templates"
      subtitle="Branding for clients without their own, and code for every client's widget."
    >
      <TabBar label="Global widget templates" tabs={tabs} current={tab} />
      {tab === 'visual' && <Visual />}
      {tab === 'code' && <AdvancedCode />}
      {tab === 'embed' && <EmbedCodes clientId={DEMO_CLIENT} />}
    </Page>
  );
}

const Visual = () => (
  <QueryBody query={useBranding(null)} errorTitle={WIDGET.templatesLoadFailed} skeleton={420}>
    {(branding) => <BrandingForm clientId={null} branding={branding} saved={WIDGET.templatesSaved} />}
  </QueryBody>
);
