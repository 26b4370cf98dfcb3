import { streams } from '@landline/event-schemas';
import { client } from '../../clients/clients/client.ts';
import { unauthenticated } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { SIGN_IN_TIME_MS } from '../sessions/constants.ts';
import {
  clientLoginResponse,
  clientVerifyResponse,
  loginBody,
  type SignedInClient,
} from '../sessions/contract.ts';
import { signIn } from '../sessions/sign-in.ts';
import { loadImpersonatedClient, signedInClient } from '../sessions/signed-in-client.ts';
import { type Account, loadAccount } from './load-account.ts';

/** Routes for the sign-in of client users (spec 000 §7). */
export function clientSignInRoutes(ports: IdentityPorts): Route[] {
  const { commands } = ports;

  async function ownClient({ actor, email, first_name, last_name }: Account): Promise<SignedInClient> {
    const { state } = await commands.load(client, streams.client(actor.clientId ?? ''));
    if (!state) throw unauthenticated();
    return signedInClient(state, { email, adminName: `${first_name} ${last_name}`.trim() });
  }

  return [
    route.post('/api/ai/client-auth/login', {
      may: 'anyone',
      timeLimitMs: SIGN_IN_TIME_MS,
      summary: "Sign in as a client's user",
      body: loginBody,
      response: clientLoginResponse,
      async handle({ body, ...request }) {
        const { account, tokens } = await signIn(ports, 'client', body, request);
        return {
          token: tokens.access.token,
          userId: account.actor.id,
          client: await ownClient(account),
        };
      },
    }),
    route.get('/api/ai/client-auth/verify', {
      may: ['ClientUser'],
      summary: "The session of a client's user",
      response: clientVerifyResponse,
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
            ? await loadImpersonatedClient(ports, actor.clientId ?? '')
            : await ownClient(account),
          isImpersonating,
          sessionEndsAt: new Date(session.endsAt).toISOString(),
        };
      },
    }),
  ];
}
