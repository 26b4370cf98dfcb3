import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { type Client, client, clientNotFound, isInUse } from '../clients/client.ts';
import { findClient } from '../clients/queries.ts';
import type { Deps } from '../deps.ts';
import { forbidden, unauthenticated } from '../http/errors.ts';
import { type Route, type RouteRequest, route, type Session } from '../http/route.ts';
import type { SignedInClient } from '../identity/contract.ts';
import { impersonateAnswer, stopImpersonationAnswer } from './contract.ts';
import { impersonation } from './impersonation.ts';
import { beginIn, endIn } from './impersonations.ts';

const MAY = ['SuperAdmin'] as const;

type Execute = RouteRequest<unknown, unknown, unknown, Session>['execute'];

/** A SuperAdmin acts as a client and comes back (spec 000 §4, §6, §7). The staff session stays throughout. */
export function impersonationRoutes(deps: Deps): Route[] {
  const { commands, pool } = deps;

  const stop = async (execute: Execute, id: string, reason: 'exited' | 'switched') => {
    await endIn(deps, id);
    await execute(impersonation, { stream: streams.impersonation(id), command: { type: 'stop', reason } });
  };

  return [
    route({
      method: 'POST',
      path: '/api/ai/client-auth/impersonate/:id',
      may: MAY,
      asStaff: true,
      summary: 'Act as a client from now on; everything done is recorded with who really did it',
      params: z.object({ id: z.string().max(100) }),
      response: impersonateAnswer,
      reads: ['clients'],
      async handle({ params, actor, session, execute, newId }) {
        const { state } = await commands.load(client, streams.client(params.id));
        if (!state) throw clientNotFound();
        if (!isInUse(state)) throw forbidden('CLIENT_NOT_IN_USE');
        const answer = (impersonationId: string, signedIn: SignedInClient) =>
          ({ success: true, impersonationId, client: signedIn }) as const;
        const current = session.impersonation;
        const { adminName = null, email = null } = (await findClient(pool, params.id)) ?? {};
        const signedIn = impersonatedClient(state, { adminName, email });
        if (current?.clientId === params.id) return answer(current.id, signedIn);
        if (current) await stop(execute, current.id, 'switched');
        const impersonation_id = newId('impersonation');
        const started = {
          impersonation_id,
          user_id: actor.id,
          client_id: params.id,
          session_id: session.id,
        };
        await execute(impersonation, {
          stream: streams.impersonation(impersonation_id),
          command: { type: 'start', ...started },
        });
        await beginIn(deps, started);
        return answer(impersonation_id, signedIn);
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/client-auth/stop-impersonation',
      may: MAY,
      asStaff: true,
      summary: 'Act as oneself again',
      response: stopImpersonationAnswer,
      async handle({ session, execute }) {
        if (session.impersonation) await stop(execute, session.impersonation.id, 'exited');
        return { success: true, message: 'Impersonation stopped' };
      },
    }),
  ];
}

/** The client that a SuperAdmin acts as. */
export async function loadImpersonatedClient(
  { commands, pool }: Pick<Deps, 'commands' | 'pool'>,
  clientId: string,
): Promise<SignedInClient> {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw unauthenticated();
  const { adminName = null, email = null } = (await findClient(pool, clientId)) ?? {};
  return impersonatedClient(state, { adminName, email });
}

/** The client as its portal shows it; nobody of it has signed in, so its first user stands for it (spec 000 §3). */
function impersonatedClient(
  state: NonNullable<Client>,
  { adminName, email }: { adminName: string | null; email: string | null },
): SignedInClient {
  return {
    id: state.client_id,
    name: state.name,
    email: email ?? '',
    adminName: adminName ?? '',
    planTier: state.plan_tier,
    has_ai_assistant: state.has_ai_assistant,
    has_geo_leads: state.has_geo_leads,
    has_custom_solution: state.has_custom_solution,
    product_config: state.product_config,
  };
}
