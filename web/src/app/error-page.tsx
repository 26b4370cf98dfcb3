import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ErrorState } from '../shared/ui/states.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Whatever a page threw: not found, or a reason with Retry. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <main>
      <ErrorState
        title="This page could not be shown"
        error={error}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
