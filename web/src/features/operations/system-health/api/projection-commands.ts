import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { systemKeys } from '../keys.ts';

/** POST /api/admin/projections/:name/rebuild or …/replay */
export const useProjectionCommand = (onDone: (message: string) => void) =>
  useCommand(
    ({ name, action }: { name: string; action: 'rebuild' | 'replay' }) =>
      request<{ message: string }>(apiPath`/api/admin/projections/${name}/${action}`, { method: 'POST' }),
    [systemKeys.database()],
    ({ message }) => onDone(message),
  );

/** POST /api/admin/projections/:name/skip */
export const useSkipParkedEvent = (onDone: (message: string) => void) =>
  useCommand(
    ({ name, ...body }: { name: string; position: string; reason: string }) =>
      request<{ message: string }>(apiPath`/api/admin/projections/${name}/skip`, { method: 'POST', body }),
    [systemKeys.database()],
    ({ message }) => onDone(message),
  );
