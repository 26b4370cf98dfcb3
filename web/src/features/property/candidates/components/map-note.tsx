import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** Short status over a map. */
export const MapNote = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    role="status"
    px={10}
    py={5}
    fz="xs"
    bg="var(--page)"
    bd="1px solid var(--line-strong)"
    bdrs="md"
  >
    {children}
  </Box>
);
