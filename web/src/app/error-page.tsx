import { useMachine } from '@xstate/react';
import { isRouteErrorResponse, Navigate, useRouteError } from 'react-router-dom';
import { createMachine } from 'xstate';
import { hasStatus } from '../shared/http/errors.ts';
import { ErrorState } from '../shared/ui/states.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** What is wrong is read before the login page takes its place (spec 000 §8: render errors). */
const leavingMachine = createMachine({
  id: 'leaving',
  initial: 'reading',
  states: { reading: { after: { 2000: 'gone' } }, gone: { type: 'final' } },
});

/** Whatever a page threw: not found, a session that is over, or a reason with Retry. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <main>
      {hasStatus(error, 401) && <Leaving />}
      <ErrorState
        title="This page could not be shown. Please refresh it."
        error={error}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

function Leaving() {
  const [snapshot] = useMachine(leavingMachine);
  return snapshot.matches('gone') ? <Navigate to="/login" replace /> : null;
}
