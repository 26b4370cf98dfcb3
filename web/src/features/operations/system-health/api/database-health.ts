import type { DatabaseHealth } from '@landline/api/operations/system-health/contract';
import { useGetData } from '../../../../shared/http/use-get.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { systemKeys } from '../keys.ts';
import { isBehind } from '../projection-lag.ts';

const REBUILDING_POLL_MS = 1_000;
const PENDING_POLL_MS = 5_000;

/** GET /api/admin/database-health */
export const useDatabaseHealth = () =>
  useGetData<DatabaseHealth>(systemKeys.database(), '/api/admin/database-health', {
    enabled: useIsStaff('SuperAdmin'),
    refetchInterval: ({ state }) => pollingInterval(state.data?.projections ?? []),
  });

/**
 * Returns the polling interval in milliseconds; false when no read model is rebuilding, has a pending request, or is
 * behind.
 */
export function pollingInterval(projections: DatabaseHealth['projections']): number | false {
  if (projections.some(({ building }) => building !== null)) return REBUILDING_POLL_MS;
  const isPending = projections.some(
    ({ requests, ...projector }) => requests.length > 0 || isBehind(projector),
  );
  return isPending ? PENDING_POLL_MS : false;
}
