import { useEffect } from 'react';
import { PRODUCT } from '../product.ts';

/** Sets the document title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
