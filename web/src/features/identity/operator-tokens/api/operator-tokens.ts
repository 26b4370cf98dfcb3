import type {
  IssuedToken,
  IssueTokenBody,
  operatorTokensAnswer,
} from '@landline/api/identity/operator-tokens/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { operatorTokenKeys } from '../keys.ts';

const PATH = '/api/operator-tokens';

/** GET /api/operator-tokens */
export const useOperatorTokens = () =>
  useQuery({
    queryKey: operatorTokenKeys.list(),
    queryFn: async ({ signal }) =>
      (await request<z.infer<typeof operatorTokensAnswer>>(PATH, { signal })).tokens,
  });

/** POST /api/operator-tokens: the answer holds the token, which is not shown again */
export const useIssueToken = () =>
  useCommand(
    (body: IssueTokenBody) => request<IssuedToken>(PATH, { method: 'POST', body }),
    [operatorTokenKeys.list()],
  );

/** DELETE /api/operator-tokens/:id */
export const useRevokeToken = () =>
  useCommand(
    (id: string) => request<unknown>(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    [operatorTokenKeys.list()],
  );
