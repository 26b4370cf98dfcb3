import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../../shared/ui/states.tsx';

/** Shown for tabs of products the client does not have (spec 000 §2). */
export function AccessRestricted({ feature }: { feature: string }) {
  return (
    <EmptyState
      title="Access Restricted"
      icon={IconLock}
      action={
        <Button component={Link} to={{ search: '' }} variant="default">
          Go to Dashboard
        </Button>
      }
    >
      You don't have access to {feature}. Please contact your administrator to enable this feature.
    </EmptyState>
  );
}
