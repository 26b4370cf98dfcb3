import type { CandidateRow } from '@landline/api/property/candidates/contract';
import {
  Group,
  HoverCard,
  Popover,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useBreakdown } from '../api/candidates.ts';
import { figuresOf, partsOf, reasonOf } from '../score-parts.ts';
import classes from './score-hover.module.css';

/** Shows the score breakdown on hover (spec 001 §2). */
export function ScoreHover({ row, children }: { row: CandidateRow; children: ReactNode }) {
  if (row.score === null) return children;
  return (
    <HoverCard openDelay={350} closeDelay={80} position="right" width={280} withRoles={false} shadow="md">
      <HoverCard.Target>
        <span style={{ cursor: 'help' }}>{children}</span>
      </HoverCard.Target>
      <HoverCard.Dropdown className={classes.dropdown}>
        <Summary candidateId={row.id} />
      </HoverCard.Dropdown>
    </HoverCard>
  );
}

/** Shows the score breakdown on press, for touch screens. */
export function ScorePress({ row, children }: { row: CandidateRow; children: ReactNode }) {
  if (row.score === null) return children;
  return (
    <Popover position="bottom-start" width={280} shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.press}>
          <VisuallyHidden>Score breakdown,</VisuallyHidden>
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <Summary candidateId={row.id} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Summary({ candidateId }: { candidateId: string }) {
  const { data, error } = useBreakdown(candidateId);
  // The list works without breakdowns (spec 001 §7).
  if (error && !data)
    return (
      <Text inherit c="dimmed" mt="xs">
        The breakdown is not available.
      </Text>
    );
  if (!data) return <Skeleton height={96} />;
  const score = partsOf(data);
  const reason = reasonOf(score);
  return (
    <>
      <Stack component="dl" gap={2} m={0}>
        {figuresOf(score).map(({ label, figure }) => (
          <Group key={label} gap="sm" wrap="nowrap" justify="space-between" align="stretch">
            <dt>{label}</dt>
            <Text component="dd" inherit fw={550} className="num">
              {figure}
            </Text>
          </Group>
        ))}
      </Stack>
      {reason && (
        <Text inherit c="dimmed" mt="xs" pt="xs" style={{ borderTop: '1px solid var(--line)' }}>
          {reason}
        </Text>
      )}
    </>
  );
}
