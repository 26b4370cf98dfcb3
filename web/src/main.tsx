import '@fontsource-variable/inter/wght.css';
import './app/mantine.css';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';
import { SessionContext } from './features/session/context.ts';
import { startSession } from './features/session/session.ts';
import { createQueryClient } from './shared/query-client.ts';

const session = startSession();
const queryClient = createQueryClient();
const router = createRouter(session, queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <SessionContext value={session}>
          <RouterProvider router={router} />
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
