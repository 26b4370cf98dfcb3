import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './outdated-notice.module.css';

/** Shorter interruptions, such as a restart of the server, are not shown, in milliseconds. */
const SHOWN_AFTER_MS = 5_000;

/** Returns true while the page shows data whose last refetch failed. */
function useHasFailedRefetch(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache.findAll({ type: 'active' }).some(({ state }) => state.data !== undefined && state.error !== null),
  );
}

/** Says that values on the page may be out of date, because the live connection is lost or a refetch failed. */
export function OutdatedNotice({ isLive }: { isLive: boolean }) {
  const queryClient = useQueryClient();
  const [wasLive] = useDebouncedValue(isLive, SHOWN_AFTER_MS);
  const hasFailedRefetch = useHasFailedRefetch();
  const isLost = !isLive && !wasLive;
  if (!isLost && !hasFailedRefetch) return null;
  return (
    <div className={classes.outdated}>
      <Notice kind="notice">
        {isLost
          ? 'Connection lost. Values on this page may be out of date until it returns.'
          : 'Some values on this page could not be refreshed and may be out of date.'}
      </Notice>
      {hasFailedRefetch && (
        <Button variant="default" onClick={() => void queryClient.refetchQueries({ type: 'active' })}>
          Retry
        </Button>
      )}
    </div>
  );
}
