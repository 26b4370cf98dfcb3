import { Skeleton } from '@mantine/core';
import { WIDGET } from '../../../shared/messages.ts';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useBranding } from '../api/branding.ts';
import { Behaviour } from '../tabs/behaviour.tsx';
import { BrandingForm } from './branding-form.tsx';
import classes from './widget.module.css';

/** How a client's widget looks and behaves: the same for staff and for the client (spec 000 §2, 002 §2). */
export function WidgetSettings({ clientId }: { clientId: string }) {
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
