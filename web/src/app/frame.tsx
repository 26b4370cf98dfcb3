import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { NotificationProvider } from '../features/clients/notifications/provider.tsx';
import type { NotificationStore } from '../features/clients/notifications/store.ts';
import { useIsPrinting } from '../shared/use-is-printing.ts';
import { cssVariables, theme } from './theme.ts';

interface FrameProps {
  queryClient: QueryClient;
  notifications: NotificationStore;
}

/** Provides the component library and server state to the portals; public pages load neither. */
export function Frame({ queryClient, notifications }: FrameProps) {
  const isPrinting = useIsPrinting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      // Paper is white.
      {...(isPrinting && { forceColorScheme: 'light' })}
    >
      <QueryClientProvider client={queryClient}>
        <NotificationProvider store={notifications}>
          <Outlet />
        </NotificationProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
