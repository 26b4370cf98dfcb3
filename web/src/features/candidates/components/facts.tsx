import type { ReactNode } from 'react';
import { MISSING } from '../../../shared/format.ts';
import classes from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** What the value rests on, where it is not plainly the source's. */
  note?: ReactNode;
}

/** Names and values in columns; what is missing says so quietly. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, note }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd data-missing={value === MISSING || undefined}>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
