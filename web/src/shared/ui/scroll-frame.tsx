import type { ReactNode } from 'react';
import table from './table.module.css';

/** Frame of a table that may be wider than the window; the keyboard can scroll it. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={table.frame} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
