import { Box, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  /** Right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled, bordered section of a page. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <Box
      component="section"
      miw={0}
      p="16px 20px 20px"
      bd="1px solid var(--line)"
      bdrs={8}
      aria-labelledby={id}
    >
      <Group component="header" gap="4px 12px" justify="space-between" mih={28} mb={12}>
        <Box component="h2" id={id} m={0} fz="md" fw={600}>
          {title}
        </Box>
        {aside}
      </Group>
      {children}
    </Box>
  );
}
