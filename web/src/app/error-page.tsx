import { useEffect } from 'react';
import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router-dom';
import { hasStatus } from '../shared/http/errors.ts';
import { ErrorState } from '../shared/ui/states.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Time to read the message before the redirect to sign-in, in milliseconds (spec 000 §8). */
const READING_MS = 2_000;

/** Renders an error thrown by a page: not found, session expired, or the reason with Retry. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <main>
      {hasStatus(error, 401) && <RedirectToSignIn />}
      <ErrorState
        title="This page could not be displayed. Refresh it to try again."
        error={error}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

function RedirectToSignIn() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/login', { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return null;
}
