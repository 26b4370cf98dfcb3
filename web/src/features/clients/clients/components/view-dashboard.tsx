import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useCurrentSession } from '../../../platform/session/context.ts';
import { useNotifications } from '../../notifications/provider.tsx';

interface ViewDashboardProps {
  client: { id: string; name: string };
  size?: 'xs' | 'sm';
}

/** Starts impersonation; the router then opens the client's portal (spec 000 §2). */
export function ViewDashboard({ client, size = 'xs' }: ViewDashboardProps) {
  const session = useCurrentSession();
  const notify = useNotifications();
  const isStarting = useSyncExternalStore(session.subscribe, session.isImpersonationStarting);
  const queryClient = useQueryClient();
  const [startedHere, setStartedHere] = useState(false);
  const start = async () => {
    setStartedHere(true);
    // During impersonation, the server rejects the staff pages' queries.
    await queryClient.cancelQueries();
    const problem = await session.impersonate(client.id);
    setStartedHere(false);
    if (problem === null) return;
    notify.error(problem);
    await queryClient.invalidateQueries();
  };
  return (
    <Button
      size={size}
      loading={startedHere && isStarting}
      disabled={isStarting && !startedHere}
      onClick={() => void start()}
      aria-label={`View Dashboard of ${client.name}`}
    >
      View Dashboard
    </Button>
  );
}
