import { Box, Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../../shared/ui/states.tsx';

/** Links to the property hub (spec 001 §2). */
export function GeoLeads({ clientId }: { clientId: string }) {
  return (
    <Box bd="1px solid var(--line)" bdrs={8}>
      <EmptyState
        title="Property Finder"
        icon={IconMap2}
        action={
          <Button component={Link} to={`/client/${clientId}/propertyhub`}>
            Open Property Hub
          </Button>
        }
      >
        Scored parcels in your areas, best leads first.
      </EmptyState>
    </Box>
  );
}
