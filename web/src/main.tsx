import '@fontsource-variable/inter/wght.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { SessionSourceContext } from './features/session/context.ts';
import { createSessionSource } from './features/session/session-source.ts';

const session = createSessionSource();
const router = createRouter(session);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionSourceContext value={session}>
      <RouterProvider router={router} />
    </SessionSourceContext>
  </StrictMode>,
);
