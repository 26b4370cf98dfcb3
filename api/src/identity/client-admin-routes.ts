import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client } from '../clients/client.ts';
import { isInvitable } from '../clients/domains.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { executeOnUser } from './accounts.ts';
import {
  type ClientAdmin,
  clientAdminActiveBody,
  clientAdminAnswer,
  clientAdminChangeBody,
  clientAdminChanged,
  clientAdminInvitationBody,
  clientAdminsAnswer,
  done,
  invitedAnswer,
} from './contract.ts';
import { normalEmail } from './credentials.ts';
import { allClientAdmins, clientAdminOf } from './directory.ts';
import { editUser, inviteClientUser } from './users.ts';

const MAY = ['SuperAdmin'] as const;
const READS = ['clients'] as const;
const adminId = z.object({ adminId: z.string().max(200) });

/** The administrators of clients, as a SuperAdmin administers them (spec 000 §6, §7). */
export function clientAdminRoutes(deps: Deps): Route[] {
  const { pool, commands } = deps;

  async function known(id: string): Promise<ClientAdmin> {
    const admin = await clientAdminOf(pool, id);
    if (!admin) throw new DomainError('not_found', 'ADMIN_UNKNOWN', 'Administrator not found');
    return admin;
  }

  return [
    route({
      method: 'GET',
      path: '/api/client-admin/get-all-client-admins',
      may: MAY,
      summary: 'All administrators of clients',
      response: clientAdminsAnswer,
      reads: READS,
      handle: async () => ({ success: true, admins: await allClientAdmins(pool) }),
    }),
    route({
      method: 'GET',
      path: '/api/client-admin/get-client-admin/:adminId',
      may: MAY,
      summary: 'One administrator of a client',
      params: adminId,
      response: clientAdminAnswer,
      reads: READS,
      handle: async ({ params }) => ({ success: true, admin: await known(params.adminId) }),
    }),
    route({
      method: 'POST',
      path: '/api/client-admin/create-client-admin-invitation',
      may: MAY,
      summary: 'Invite an administrator of a client',
      body: clientAdminInvitationBody,
      response: invitedAnswer,
      async handle({ body: { firstName, lastName, email, clientId }, actor, correlationId, execute, newId }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!state?.active) throw new DomainError('not_found', 'CLIENT_UNKNOWN', 'Client not found');
        if (!isInvitable(email, state.allowed_email_domains))
          throw new DomainError(
            'rule_broken',
            'EMAIL_DOMAIN_NOT_ALLOWED',
            `This client allows addresses at ${state.allowed_email_domains.join(', ')} only.`,
          );
        const user_id = newId('client user');
        const user = { user_id, client_id: clientId, email, first_name: firstName, last_name: lastName };
        await inviteClientUser(deps, user, { actor, correlationId }, execute);
        return { success: true, message: `Invitation sent successfully to ${email}!`, id: user_id };
      },
    }),
    route({
      method: 'PUT',
      path: '/api/client-admin/update-client-admin/:adminId',
      may: MAY,
      summary: "Change an administrator's names and address",
      params: adminId,
      body: clientAdminChangeBody,
      response: clientAdminChanged,
      reads: READS,
      async handle({ params, body: { firstName, lastName, email }, actor, correlationId, execute }) {
        const before = await known(params.adminId);
        const changes = { first_name: firstName, last_name: lastName, email: normalEmail(email) };
        const ref = { kind: 'client', id: before.id } as const;
        await editUser(deps, ref, changes, { actor, correlationId }, execute);
        const admin = { ...before, ...changes };
        return { success: true, message: 'Administrator updated successfully', admin };
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/client-admin/client-admins/:adminId',
      may: MAY,
      summary: 'Deactivate an administrator, which ends all sessions, or reactivate',
      params: adminId,
      body: clientAdminActiveBody,
      response: done,
      reads: READS,
      async handle({ params, body: { active }, actor, execute }) {
        const { id } = await known(params.adminId);
        const type = active ? 'reactivate' : 'deactivate';
        await executeOnUser(execute, { kind: 'client', id }, { type }, actor);
        if (!active) await deps.sessions.endAllOf(id, 'access_changed');
        return { success: true, message: 'Administrator updated successfully' };
      },
    }),
    route({
      method: 'POST',
      path: '/api/client-admin/send-password-reset/:adminId',
      may: MAY,
      summary: 'Send a link for a new password, or the invitation again',
      params: adminId,
      response: done,
      reads: READS,
      async handle({ params, actor, execute }) {
        const { id } = await known(params.adminId);
        await executeOnUser(execute, { kind: 'client', id }, { type: 'request_password_reset' }, actor);
        return { success: true, message: 'Password reset email sent successfully' };
      },
    }),
  ];
}
