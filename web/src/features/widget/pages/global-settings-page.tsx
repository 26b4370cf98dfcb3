import { Skeleton } from '@mantine/core';
import { WIDGET } from '../../../shared/messages.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useBranding } from '../api/branding.ts';
import { BrandingForm } from '../components/branding-form.tsx';

/** /ai/settings (spec 002 §2): what holds for every client that has nothing of its own. */
export function Component() {
  const { data, error, refetch } = useBranding(null);
  return (
    <Page
      title="Global Settings"
      subtitle="What every client's assistant has while the client has no settings of its own."
    >
      {data ? (
        <BrandingForm clientId={null} branding={data} saved={WIDGET.settingsSaved} />
      ) : error ? (
        <ErrorState title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} role="status" aria-label="Loading the settings" />
      )}
    </Page>
  );
}
