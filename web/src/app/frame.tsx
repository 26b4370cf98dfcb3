import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { NotificationProvider } from '../features/notifications/provider.tsx';
import { useIsPrinted } from '../shared/paper.ts';
import { cssVariables, theme } from './theme.ts';

/** What the pages of the portals stand on and the public pages do without: components, and the server's state. */
export function Frame({ queryClient }: { queryClient: QueryClient }) {
  const isPrinted = useIsPrinted();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(isPrinted && { forceColorScheme: 'light' })}
    >
      <QueryClientProvider client={queryClient}>
        <NotificationProvider>
          <Outlet />
        </NotificationProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
