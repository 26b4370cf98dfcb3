import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'good' | 'info' | 'notice' | 'bad' | 'accent' | 'quiet';

interface TagProps {
  tone?: Tone;
  /** Outline instead of a fill. */
  outline?: boolean;
  title?: string;
  children: ReactNode;
}

/** A short status label. */
export function Tag({ tone = 'quiet', outline = false, title, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-outline={outline || undefined} title={title}>
      {children}
    </span>
  );
}
