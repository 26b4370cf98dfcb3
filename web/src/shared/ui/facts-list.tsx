import { Skeleton } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import classes from './facts-list.module.css';

interface FactsListProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Places values below their names on phones, for long values. */
  long?: boolean;
}

/** A list of names and values. An undefined value is still loading; a placeholder keeps its place. */
export function FactsList({ facts, long = false }: FactsListProps) {
  return (
    <dl className={classes.facts} data-long={long || undefined}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <LoadingValue /> : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const LoadingValue = () => (
  <Skeleton
    component="span"
    display="inline-block"
    width="40%"
    height="1em"
    role="status"
    aria-label="Loading"
  />
);
