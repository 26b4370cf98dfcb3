import { Skeleton } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import classes from './facts-list.module.css';

/** Names and values under each other; what is not known yet is undefined, and takes its place already. */
export function FactsList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <Coming /> : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const Coming = () => (
  <Skeleton
    component="span"
    display="inline-block"
    width="40%"
    height="1em"
    role="status"
    aria-label="Loading"
  />
);
