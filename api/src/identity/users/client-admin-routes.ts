import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client, clientNotFound } from '../../clients/clients/client.ts';
import { isInvitable } from '../../clients/clients/domains.ts';
import { DomainError } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { normalEmail } from '../sessions/credentials.ts';
import {
  type ClientAdmin,
  clientAdminActiveBody,
  clientAdminChangeBody,
  clientAdminChangedResponse,
  clientAdminInvitationBody,
  clientAdminResponse,
  clientAdminsResponse,
  invitedResponse,
} from './contract.ts';
import { allClientAdmins, clientAdminOf } from './directory.ts';
import { executeOnUser } from './load-account.ts';
import { editUser, inviteClientUser } from './users.ts';

const ROLES = ['SuperAdmin'] as const;
const READS = ['clients'] as const;
const invitationSentTo = (email: string) => `Invitation sent successfully to ${email}!`;
const adminId = z.object({ adminId: z.string().max(200) });

declare module '../../platform/errors.ts' {
  interface ErrorData {
    EMAIL_DOMAIN_NOT_ALLOWED: { allowedDomains: readonly string[] };
  }
}

/** Routes for the administration of client users by SuperAdmins (spec 000 §6, §7). */
export function clientAdminRoutes(ports: IdentityPorts): Route[] {
  const { pool, commands } = ports;

  async function findOrThrow(id: string): Promise<ClientAdmin> {
    const admin = await clientAdminOf(pool, id);
    if (!admin) throw new DomainError('not_found', 'ADMIN_UNKNOWN', 'Administrator not found');
    return admin;
  }

  return [
    route.get('/api/client-admin/get-all-client-admins', {
      may: ROLES,
      operatorScope: 'users',
      summary: 'All client administrators',
      response: clientAdminsResponse,
      reads: READS,
      handle: async () => ({ success: true, admins: await allClientAdmins(pool) }),
    }),
    route.get('/api/client-admin/get-client-admin/:adminId', {
      may: ROLES,
      summary: 'A client administrator',
      params: adminId,
      response: clientAdminResponse,
      reads: READS,
      handle: async ({ params }) => ({ success: true, admin: await findOrThrow(params.adminId) }),
    }),
    route.post('/api/client-admin/create-client-admin-invitation', {
      may: ROLES,
      summary: 'Invite a client administrator',
      body: clientAdminInvitationBody,
      response: invitedResponse,
      async handle({ body: { firstName, lastName, email, clientId }, actor, correlationId, execute, newId }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!state?.active) throw clientNotFound();
        if (!isInvitable(email, state.allowed_email_domains))
          throw new DomainError(
            'rule_broken',
            'EMAIL_DOMAIN_NOT_ALLOWED',
            `This client only allows email addresses at ${state.allowed_email_domains.join(', ')}.`,
            { data: { allowedDomains: state.allowed_email_domains } },
          );
        const user_id = newId('client user');
        const user = { user_id, client_id: clientId, email, first_name: firstName, last_name: lastName };
        await inviteClientUser(ports, user, { actor, correlationId }, execute);
        return { success: true, message: invitationSentTo(email), id: user_id };
      },
    }),
    route.put('/api/client-admin/update-client-admin/:adminId', {
      may: ROLES,
      summary: "Change an administrator's name and email address",
      params: adminId,
      body: clientAdminChangeBody,
      response: clientAdminChangedResponse,
      reads: READS,
      async handle({ params, body: { firstName, lastName, email }, actor, correlationId, execute }) {
        const before = await findOrThrow(params.adminId);
        const changes = { first_name: firstName, last_name: lastName, email: normalEmail(email) };
        const ref = { kind: 'client', id: before.id } as const;
        await editUser(ports, ref, changes, { actor, correlationId }, execute);
        const admin = { ...before, ...changes };
        return { success: true, message: 'Administrator updated successfully', admin };
      },
    }),
    route.patch('/api/client-admin/client-admins/:adminId', {
      may: ROLES,
      summary: 'Deactivate (ends all sessions) or reactivate an administrator',
      params: adminId,
      body: clientAdminActiveBody,
      response: messageResponse,
      reads: READS,
      async handle({ params, body: { active }, actor, execute }) {
        const { id } = await findOrThrow(params.adminId);
        const type = active ? 'reactivate' : 'deactivate';
        await executeOnUser(execute, { kind: 'client', id }, { type }, actor);
        if (!active) await ports.sessions.endAllOf(id, 'access_changed');
        return { success: true, message: 'Administrator updated successfully' };
      },
    }),
    route.post('/api/client-admin/turn-off-two-factor/:adminId', {
      may: ROLES,
      summary: "Turn off an administrator's two-factor sign-in, e.g. after a lost phone",
      params: adminId,
      response: messageResponse,
      reads: READS,
      async handle({ params, actor, execute }) {
        const { id } = await findOrThrow(params.adminId);
        await executeOnUser(execute, { kind: 'client', id }, { type: 'disable_two_factor' }, actor);
        await ports.twoFactor.remove(id);
        return { success: true, message: 'Two-factor sign-in was turned off' };
      },
    }),
    route.post('/api/client-admin/send-password-reset/:adminId', {
      may: ROLES,
      summary: 'Send a password reset link, or the invitation again',
      params: adminId,
      response: messageResponse,
      reads: READS,
      async handle({ params, actor, execute }) {
        const { id, email, pending } = await findOrThrow(params.adminId);
        await executeOnUser(execute, { kind: 'client', id }, { type: 'request_password_reset' }, actor);
        const message = pending ? invitationSentTo(email) : 'Password reset email sent successfully';
        return { success: true, message };
      },
    }),
  ];
}
