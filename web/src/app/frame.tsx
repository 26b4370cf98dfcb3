import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { NotificationProvider } from '../features/clients/notifications/provider.tsx';
import { useIsPrinting } from '../shared/use-is-printing.ts';
import { cssVariables, theme } from './theme.ts';

/** Provides the component library and server state to the portals; public pages load neither. */
export function Frame({ queryClient }: { queryClient: QueryClient }) {
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
        <NotificationProvider>
          <Outlet />
        </NotificationProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
