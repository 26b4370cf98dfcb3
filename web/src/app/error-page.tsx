import { useEffect } from 'react';
import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router-dom';
import { hasStatus } from '../shared/http/errors.ts';
import { ErrorState } from '../shared/ui/states.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** What is wrong is read before the login page takes its place (spec 000 §8: render errors). */
const READING_MS = 2_000;

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
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/login', { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return null;
}
