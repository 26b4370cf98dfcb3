import type { createBrowserRouter } from 'react-router-dom';
import { PRODUCT } from '../shared/product.ts';
import type { PageHandle } from './guard.ts';
import type { PageRow } from './open-pages.ts';

/** Sets the document title from the page's row; pages that set their own title override it. */
export function syncDocumentTitle(router: ReturnType<typeof createBrowserRouter>): void {
  let shownRow: PageRow | undefined;
  const show = ({ matches }: typeof router.state) => {
    const row = (matches.at(-1)?.route.handle as PageHandle | undefined)?.row;
    if (!row || row === shownRow) return;
    shownRow = row;
    document.title = `${row.title} · ${PRODUCT}`;
  };
  show(router.state);
  router.subscribe(show);
}
