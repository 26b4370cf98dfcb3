import '@fontsource-variable/inter/wght.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { SessionContext } from './features/session/context.ts';
import { startSession } from './features/session/session.ts';

const session = startSession();
const router = createRouter(session);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>
  </StrictMode>,
);
