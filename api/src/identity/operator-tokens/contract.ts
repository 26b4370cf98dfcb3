import { operatorScope } from '@landline/event-schemas';
import { z } from 'zod';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { PASSWORD_TOO_LONG } from '../sessions/contract.ts';

const NAME_REQUIRED = 'Enter a name, e.g. the machine that uses the token';

/** Maximum lifetime of an operator token, in days. */
export const OPERATOR_TOKEN_DAYS = 365;

/** POST /api/operator-tokens. */
export const issueTokenBody = z.object({
  name: z.string(NAME_REQUIRED).trim().min(1, NAME_REQUIRED).max(60, 'A name can have at most 60 characters'),
  scopes: z.array(operatorScope).min(1, 'Choose at least one permission'),
  days: z.int().min(1).max(OPERATOR_TOKEN_DAYS),
  password: z.string('Enter your password').min(1, 'Enter your password').max(1_024, PASSWORD_TOO_LONG),
});
export type IssueTokenBody = z.infer<typeof issueTokenBody>;

/** The token is shown once. */
export const issuedTokenResponse = messageResponse.extend({ id: z.string(), token: z.string() });
export type IssuedTokenResponse = z.infer<typeof issuedTokenResponse>;

/** An operator token without its secret. */
export const operatorToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(operatorScope),
  issuedBy: z.object({ id: z.string(), name: z.string().nullable() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
});
export type OperatorToken = z.infer<typeof operatorToken>;

/** GET /api/operator-tokens, newest first. */
export const operatorTokensResponse = z.object({ tokens: z.array(operatorToken) });
