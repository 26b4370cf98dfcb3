import '@fontsource-variable/inter/wght.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { SessionSourceContext } from './features/identity/sessions/context.ts';
import { createSessionSource } from './features/identity/sessions/session-source.ts';
import { CurrentSessionContext } from './features/platform/session/context.ts';

const session = createSessionSource();
const router = createRouter(session);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionSourceContext value={session}>
      <CurrentSessionContext value={session}>
        <RouterProvider router={router} />
      </CurrentSessionContext>
    </SessionSourceContext>
  </StrictMode>,
);
