import { useEffect, useState } from 'react';

/** A message in a page that leaves by itself. */
export interface Notice {
  text: string;
  kind: 'success' | 'notice' | 'error';
  /** How long it is shown; without it, until it is dismissed. */
  forMs?: number;
}

/** The notice of a page, the first one given; a new one takes its place and its time. */
export function useNotice(first: () => Notice | null = () => null) {
  const [notice, show] = useState(first);
  useEffect(() => {
    if (notice?.forMs === undefined) return;
    const timer = setTimeout(() => show(null), notice.forMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return { notice, show: (next: Notice) => show({ ...next }), dismiss: () => show(null) };
}
