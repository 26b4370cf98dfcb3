import { streams } from '@landline/event-schemas';
import { notFound } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { confirmPassword, ownAccount } from '../account/own-account.ts';
import type { IdentityPorts } from '../ports.ts';
import { userNames } from '../users/directory.ts';
import { issuedTokenResponse, issueTokenBody, operatorTokensResponse } from './contract.ts';
import { operatorTokenDecider } from './operator-token.ts';

const ROLES = ['SuperAdmin'] as const;
const DAY_MS = 24 * 60 * 60_000;

/** Routes for operator tokens. SuperAdmins issue and revoke them with a session, never with another token. */
export function operatorTokenRoutes(ports: IdentityPorts): Route[] {
  const { operatorTokens, pool } = ports;
  return [
    route.get('/api/operator-tokens', {
      may: ROLES,
      summary: 'All operator tokens, without their secrets',
      response: operatorTokensResponse,
      reads: ['staff'],
      async handle() {
        const tokens = await operatorTokens.list();
        const names = await userNames(
          pool,
          tokens.map(({ userId }) => userId),
        );
        const statusOf = ({ isRevoked, expiresAt }: (typeof tokens)[number]) => {
          if (isRevoked) return 'revoked' as const;
          return Date.parse(expiresAt) > Date.now() ? ('active' as const) : ('expired' as const);
        };
        return {
          tokens: tokens.map((token) => {
            const { isRevoked: _, userId, ...shown } = token;
            return {
              ...shown,
              issuedBy: { id: userId, name: names.get(userId) ?? null },
              status: statusOf(token),
            };
          }),
        };
      },
    }),
    route.post('/api/operator-tokens', {
      may: ROLES,
      summary: 'Issue an operator token for the command line; it is shown once',
      body: issueTokenBody,
      response: issuedTokenResponse,
      async handle({ body: { name, scopes, days, password }, actor, ctx, execute, newId }) {
        await confirmPassword(ports, ctx, await ownAccount(ports, actor), password);
        const id = newId('operator token');
        const expiresAt = Date.now() + days * DAY_MS;
        const expires_at = new Date(expiresAt).toISOString();
        await execute(operatorTokenDecider, {
          stream: streams.operatorToken(id),
          command: { type: 'issue', token_id: id, name, scopes, expires_at },
        });
        const token = await operatorTokens.issue({ id, userId: actor.id, name, scopes, expiresAt });
        return { success: true, message: 'The token was issued', id, token };
      },
    }),
    route.delete('/api/operator-tokens/:id', {
      may: ROLES,
      summary: 'Revoke an operator token immediately',
      response: messageResponse,
      async handle({ params: { id }, execute }) {
        // Before the event: if the append fails, the token is revoked and a retry records it.
        if (!(await operatorTokens.revoke(id))) throw notFound('OPERATOR_TOKEN_UNKNOWN');
        await execute(operatorTokenDecider, {
          stream: streams.operatorToken(id),
          command: { type: 'revoke' },
        });
        return { success: true, message: 'The token was revoked' };
      },
    }),
  ];
}
