import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { MISSING } from '../../../../shared/format.ts';
import classes from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Unit, source or method of the value. */
  note?: ReactNode;
}

/** Labeled values in columns. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, note }) => (
        <Box key={label} miw={0}>
          <Text component="dt" fz="xs" c="dimmed">
            {label}
          </Text>
          <dd data-missing={value === MISSING || undefined}>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </Box>
      ))}
    </dl>
  );
}
