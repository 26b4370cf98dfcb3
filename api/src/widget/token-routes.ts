import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { tokenAnswer } from './contract.ts';
import { createVisitors } from './visitors.ts';

/** Tokens for widgets: short-lived, for one client and one site. */
export function tokenRoutes(deps: Deps): Route[] {
  const visitors = createVisitors(deps);
  return [
    route({
      method: 'POST',
      path: '/api/ai/widget/client/:clientId/token',
      may: 'anyone',
      anyOrigin: true,
      summary: "A token for the widget of a client, on one of the client's sites",
      params: z.object({ clientId: z.string().max(100) }),
      response: tokenAnswer,
      async handle({ params: { clientId }, ctx }) {
        const { token, expiresAt } = await visitors.admit(ctx, clientId);
        return { token, expiresAt: expiresAt.toISOString() };
      },
    }),
  ];
}
