import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface PointsErrorProps {
  /** Distance from the top of the map, in pixels. */
  top: number;
  onRetry: () => void;
  children: ReactNode;
}

/** Says over a map that its points could not be loaded, with a Retry button. */
export const PointsError = ({ top, onRetry, children }: PointsErrorProps) => (
  <Alert color="red" p="xs" pos="absolute" top={top} left={10}>
    {children}{' '}
    <Button size="compact-xs" variant="subtle" onClick={onRetry}>
      Retry
    </Button>
  </Alert>
);
