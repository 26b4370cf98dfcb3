import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { NotificationProvider } from '../features/notifications/provider.tsx';
import { cssVariables, theme } from './theme.ts';

/** What the pages of the portals stand on and the public pages do without: components, and the server's state. */
export function Frame({ queryClient }: { queryClient: QueryClient }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <NotificationProvider>
          <Outlet />
        </NotificationProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
