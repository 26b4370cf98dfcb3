import { useEffect } from 'react';
import { PRODUCT } from '../product.ts';

/** What the window is called while a page is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
