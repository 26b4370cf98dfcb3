import type {
  IssuedTokenResponse,
  IssueTokenBody,
  operatorTokensResponse,
} from '@landline/api/identity/operator-tokens/contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { operatorTokenKeys } from '../keys.ts';

const PATH = '/api/operator-tokens';
type Tokens = z.infer<typeof operatorTokensResponse>;

/** GET /api/operator-tokens */
export const useOperatorTokens = () =>
  useGet<Tokens, Tokens['tokens']>(operatorTokenKeys.list(), PATH, { select: ({ tokens }) => tokens });

/** POST /api/operator-tokens: the response contains the token, which is shown only once */
export const useIssueToken = () =>
  useSend<IssueTokenBody, IssuedTokenResponse>('POST', PATH, [operatorTokenKeys.list()]);

/** DELETE /api/operator-tokens/:id */
export const useRevokeToken = () =>
  useCommand(
    (id: string) => request<unknown>(apiPath`/api/operator-tokens/${id}`, { method: 'DELETE' }),
    [operatorTokenKeys.list()],
  );
