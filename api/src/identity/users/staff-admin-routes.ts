import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { administerStaff } from './administer-staff.ts';
import { invitedResponse, staffChangeBody, staffInvitationBody, staffResponse } from './contract.ts';
import { allStaff } from './directory.ts';
import { executeOnUser, loadAccount } from './load-account.ts';
import { inviteStaffUser } from './users.ts';

const ROLES = ['SuperAdmin'] as const;
const staffId = z.object({ id: z.string().max(200) });

/** Routes for the administration of staff by SuperAdmins. */
export function staffAdminRoutes(ports: IdentityPorts): Route[] {
  return [
    route.get('/api/staff', {
      may: ROLES,
      operatorScope: 'users',
      summary: 'All staff',
      response: staffResponse,
      reads: ['staff'],
      handle: async () => ({ staff: await allStaff(ports.pool) }),
    }),
    route.post('/api/staff/invitations', {
      may: ROLES,
      summary: 'Invite a staff member',
      body: staffInvitationBody,
      response: invitedResponse,
      async handle({ body: { firstName, lastName, email, role }, actor, correlationId, execute, newId }) {
        const user_id = newId('staff user');
        const user = { user_id, email, first_name: firstName, last_name: lastName, role };
        await inviteStaffUser(ports, user, { actor, correlationId }, execute);
        return { success: true, message: `Invitation sent successfully to ${email}!`, id: user_id };
      },
    }),
    route.patch('/api/staff/:id', {
      may: ROLES,
      summary: "Change a staff member's role or activity; ends their sessions",
      params: staffId,
      body: staffChangeBody,
      response: messageResponse,
      reads: ['staff'],
      async handle({ params: { id }, body: { role, active }, execute }) {
        const changes = { ...(role !== undefined && { role }), ...(active !== undefined && { active }) };
        await administerStaff(ports, id, { type: 'administer', ...changes }, execute);
        return { success: true, message: 'Staff member updated successfully' };
      },
    }),
    route.post('/api/staff/:id/send-password-reset', {
      may: ROLES,
      summary: 'Send a password reset link, or the invitation again',
      params: staffId,
      response: messageResponse,
      async handle({ params: { id }, actor, execute }) {
        if (!(await loadAccount(ports.commands, { kind: 'staff', id }))) throw notFound();
        await executeOnUser(execute, { kind: 'staff', id }, { type: 'request_password_reset' }, actor);
        return { success: true, message: 'Password reset email sent successfully' };
      },
    }),
  ];
}
