import { Alert, Button } from '@mantine/core';
import { messageOf } from '../../../../shared/http/errors.ts';

interface RunsErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** Error that replaces the rescoring banners if the runs could not be loaded. */
export const RunsError = ({ error, onRetry }: RunsErrorProps) => (
  <Alert color="red" mb="md" p="sm" title="The rescoring status could not be loaded">
    {messageOf(error)}{' '}
    <Button variant="default" size="compact-sm" onClick={onRetry}>
      Retry
    </Button>
  </Alert>
);
