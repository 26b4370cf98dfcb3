import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'good' | 'info' | 'notice' | 'bad' | 'accent' | 'quiet';

interface TagProps {
  tone?: Tone;
  /** A thin line around it instead of a filling. */
  outline?: boolean;
  title?: string;
  children: ReactNode;
}

/** A short word on what state something is in. */
export function Tag({ tone = 'quiet', outline = false, title, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-outline={outline || undefined} title={title}>
      {children}
    </span>
  );
}
