import { type RefObject, useEffect } from 'react';
import { useWidth } from './use-width.ts';

/** Scrolls a bar sideways to the element that matches a selector, also when its width changes. Returns the bar's ref. */
export function useScrolledTo<T extends HTMLElement>(selector: string): RefObject<T | null> {
  const { ref: bar, width } = useWidth<T>();
  useEffect(() => {
    const target = bar.current?.querySelector(selector);
    if (width === 0 || !bar.current || !target) return;
    const [barBox, targetBox] = [bar.current.getBoundingClientRect(), target.getBoundingClientRect()];
    // Scrolls only the bar; `scrollIntoView` would scroll the page too.
    bar.current.scrollLeft +=
      Math.min(0, targetBox.left - barBox.left) + Math.max(0, targetBox.right - barBox.right);
  }, [bar, selector, width]);
  return bar;
}
