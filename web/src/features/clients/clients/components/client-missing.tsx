import { Anchor, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconBuildingStore } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { hasStatus } from '../../../../shared/http/errors.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import classes from '../pages/client-page.module.css';

interface ClientMissingProps {
  /** Page title once the client is loaded. */
  title: string;
  error: unknown;
  onRetry: () => void;
  /** Title of the error state. */
  failed?: string;
}

export const backToList = (
  <Anchor component={Link} to="/ai/clients" size="sm" className={classes.back}>
    <IconArrowLeft size={16} /> Back to Client List
  </Anchor>
);

/** Replaces a client page while the client loads, if loading fails, or if there is no such client (spec 002 §2). */
export function ClientMissing({
  title,
  error,
  onRetry,
  failed = 'Error Loading Client',
}: ClientMissingProps) {
  const isUnknown = hasStatus(error, 404);
  return (
    <Page title={isUnknown ? 'Client Not Found' : title}>
      {isUnknown ? (
        <EmptyState title="Client information not found" icon={IconBuildingStore} action={backToList} />
      ) : error ? (
        <ErrorState title={failed} error={error} onRetry={onRetry} back={backToList} />
      ) : (
        <Skeleton height={420} role="status" aria-label="Loading client" />
      )}
    </Page>
  );
}
