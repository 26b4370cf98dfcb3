import { streams } from '@landline/event-schemas';
import { client, clientNotFound, isInUse } from '../../clients/clients/client.ts';
import { findClient } from '../../clients/clients/queries.ts';
import { forbidden } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { signedInClient } from '../sessions/signed-in-client.ts';
import { activate, deactivate } from './active-impersonations.ts';
import { impersonateResponse } from './contract.ts';
import { impersonation } from './impersonation.ts';

const ROLES = ['SuperAdmin'] as const;

/** Routes for starting and stopping impersonation (spec 000 §4, §6, §7). The staff session stays open. */
export function impersonationRoutes(ports: IdentityPorts): Route[] {
  const { commands, pool } = ports;

  return [
    route.post('/api/ai/client-auth/impersonate/:id', {
      may: ROLES,
      summary:
        "Impersonate a client. Actions are recorded under the SuperAdmin's name. Stop the current impersonation before starting another",
      response: impersonateResponse,
      reads: ['clients'],
      async handle({ params, actor, session, execute, newId }) {
        const { state } = await commands.load(client, streams.client(params.id));
        if (!state) throw clientNotFound();
        if (!isInUse(state)) throw forbidden('CLIENT_NOT_IN_USE');
        const signedIn = signedInClient(state, await findClient(pool, params.id));
        const impersonation_id = newId('impersonation');
        const details = {
          impersonation_id,
          user_id: actor.id,
          client_id: params.id,
          session_id: session.id,
        };
        await execute(impersonation, {
          stream: streams.impersonation(impersonation_id),
          command: { type: 'start', ...details },
        });
        await activate(ports, details);
        return { success: true as const, impersonationId: impersonation_id, client: signedIn };
      },
    }),
    route.post('/api/ai/client-auth/stop-impersonation', {
      may: ROLES,
      asStaff: true,
      summary: 'Stop impersonating',
      response: messageResponse,
      async handle({ session, execute }) {
        if (session.impersonation) {
          const { id } = session.impersonation;
          await deactivate(ports, id);
          await execute(impersonation, {
            stream: streams.impersonation(id),
            command: { type: 'stop', reason: 'exited' },
          });
        }
        return { success: true, message: 'Impersonation stopped' };
      },
    }),
  ];
}
