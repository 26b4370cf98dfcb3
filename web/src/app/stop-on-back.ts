import type { createBrowserRouter } from 'react-router-dom';
import type { Impersonation } from '../features/impersonation/impersonation.ts';

/** The browser's back button ends an impersonation (spec 000 §2). The router counts its pages in the history. */
export function stopOnBack(
  router: Pick<ReturnType<typeof createBrowserRouter>, 'subscribe'>,
  impersonation: Pick<Impersonation, 'stop'>,
): void {
  const place = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;
  let at = place();
  const stopWhenBack = () => {
    if (place() < at) impersonation.stop();
  };
  // Before the router's own listener: a page that waits for nothing is the current one when that returns.
  window.addEventListener('popstate', stopWhenBack, { capture: true });
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') at = place();
  });
}
