import { type Route, route } from '../../platform/http/route.ts';
import type { AssistantPorts } from '../ports.ts';
import { tokenResponse } from './contract.ts';
import { createVisitors } from './visitors.ts';

/** Route that issues short-lived widget tokens, each valid for one client on one site. */
export function tokenRoutes(ports: AssistantPorts): Route[] {
  const visitors = createVisitors(ports);
  return [
    route.post('/api/ai/widget/client/:clientId/token', {
      may: 'anyone',
      anyOrigin: true,
      summary: 'Issue a token to a widget on an authorized site',
      response: tokenResponse,
      async handle({ params: { clientId }, ctx }) {
        const { token, expiresAt } = await visitors.issueToken(ctx, clientId);
        return { token, expiresAt: expiresAt.toISOString() };
      },
    }),
  ];
}
