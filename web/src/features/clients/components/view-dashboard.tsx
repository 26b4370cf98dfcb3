import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNotifications } from '../../notifications/provider.tsx';
import { useSession } from '../../session/context.ts';

interface ViewDashboardProps {
  client: { id: string; name: string };
  size?: 'xs' | 'sm';
}

/** Opens the client's portal as the client; the router follows (spec 000 §2). */
export function ViewDashboard({ client, size = 'xs' }: ViewDashboardProps) {
  const { impersonation } = useSession();
  const notify = useNotifications();
  const starting = useSelector(impersonation.actor, (snapshot) => snapshot.matches('starting'));
  const [asked, setAsked] = useState(false);
  const start = async () => {
    setAsked(true);
    const problem = await impersonation.start(client.id);
    setAsked(false);
    if (problem !== null) notify.error(problem);
  };
  return (
    <Button
      size={size}
      loading={asked && starting}
      disabled={starting && !asked}
      onClick={() => void start()}
      aria-label={`View Dashboard of ${client.name}`}
    >
      View Dashboard
    </Button>
  );
}
