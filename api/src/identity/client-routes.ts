import { streams } from '@landline/event-schemas';
import { client } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { unauthenticated } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { loadImpersonatedClient } from '../impersonation/routes.ts';
import { type Account, loadAccount } from './accounts.ts';
import { clientLoginAnswer, clientVerifyAnswer, loginBody, type SignedInClient } from './contract.ts';
import { signIn } from './sign-in.ts';

/** Sign-in of client users (spec 000 §7). */
export function clientAuthRoutes(deps: Deps): Route[] {
  const { commands } = deps;

  async function signedInClient({ actor, email, first_name, last_name }: Account): Promise<SignedInClient> {
    const { state } = await commands.load(client, streams.client(actor.clientId ?? ''));
    if (!state) throw unauthenticated();
    return {
      id: state.client_id,
      name: state.name,
      email,
      adminName: `${first_name} ${last_name}`.trim(),
      planTier: state.plan_tier,
      has_ai_assistant: state.has_ai_assistant,
      has_geo_leads: state.has_geo_leads,
      has_custom_solution: state.has_custom_solution,
      product_config: state.product_config,
    };
  }

  return [
    route({
      method: 'POST',
      path: '/api/ai/client-auth/login',
      may: 'anyone',
      summary: "Sign in as a client's user",
      body: loginBody,
      response: clientLoginAnswer,
      async handle({ body, ...request }) {
        const { account, tokens } = await signIn(deps, 'client', body, request);
        return {
          token: tokens.access.token,
          userId: account.actor.id,
          client: await signedInClient(account),
        };
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/client-auth/verify',
      may: ['ClientUser'],
      summary: "The session of a client's user",
      response: clientVerifyAnswer,
      async handle({ actor, session }) {
        const isImpersonating = actor.impersonatedBy !== undefined;
        const account = await loadAccount(commands, {
          kind: isImpersonating ? 'staff' : 'client',
          id: actor.id,
        });
        if (!account) throw unauthenticated();
        return {
          userId: actor.id,
          firstName: account.first_name,
          lastName: account.last_name,
          client: isImpersonating
            ? await loadImpersonatedClient(deps, actor.clientId ?? '')
            : await signedInClient(account),
          isImpersonating,
          sessionEndsAt: new Date(session.endsAt).toISOString(),
        };
      },
    }),
  ];
}
