import { type RefObject, useEffect } from 'react';
import { useWidth } from './use-width.ts';

/** Scrolls a bar sideways to the element of a selector, and again when the bar becomes narrower. Returns the bar's ref. */
export function useScrolledTo<T extends HTMLElement>(selector: string): RefObject<T | null> {
  const { ref: bar, width } = useWidth<T>();
  useEffect(() => {
    const open = bar.current?.querySelector(selector);
    if (width === 0 || !bar.current || !open) return;
    const [barBox, elementBox] = [bar.current.getBoundingClientRect(), open.getBoundingClientRect()];
    // Scrolls only the bar; `scrollIntoView` would scroll the page too.
    bar.current.scrollLeft +=
      Math.min(0, elementBox.left - barBox.left) + Math.max(0, elementBox.right - barBox.right);
  }, [bar, selector, width]);
  return bar;
}
