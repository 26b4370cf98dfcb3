import { WIDGET } from '../../../../shared/messages.ts';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { useBranding } from '../api/branding.ts';
import { Behavior } from '../tabs/behavior.tsx';
import { BrandingForm } from './branding-form.tsx';

/** Appearance and behavior settings, shared by staff and client screens (spec 000 §2, 002 §2). */
export function WidgetSettings({ clientId }: { clientId: string }) {
  return (
    <QueryBody query={useBranding(clientId)} errorTitle="The settings could not be loaded" skeleton={420}>
      {(branding) => (
        <div className={common.stack}>
          <BrandingForm clientId={clientId} branding={branding} saved={WIDGET.settingsSaved} />
          <Behavior clientId={clientId} />
        </div>
      )}
    </QueryBody>
  );
}
