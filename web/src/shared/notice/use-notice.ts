import { useEffect, useState } from 'react';

/** A message in a page, hidden after a while. */
export interface Notice {
  text: string;
  kind: 'success' | 'notice' | 'error';
  /** Display time in milliseconds (default: until dismissed). */
  forMs?: number;
}

/** Holds a page's notice; a new notice replaces the old one and restarts its time. */
export function useNotice(initial: () => Notice | null = () => null) {
  const [notice, show] = useState(initial);
  useEffect(() => {
    if (notice?.forMs === undefined) return;
    const timer = setTimeout(() => show(null), notice.forMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return { notice, show: (next: Notice) => show({ ...next }), dismiss: () => show(null) };
}
