import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { executeOnUser, loadAccount } from './accounts.ts';
import { administerStaff } from './administer-staff.ts';
import { done, invitedAnswer, staffAnswer, staffChangeBody, staffInvitationBody } from './contract.ts';
import { allStaff } from './directory.ts';
import { inviteStaffUser } from './users.ts';

const MAY = ['SuperAdmin'] as const;
const staffId = z.object({ id: z.string().max(200) });

/** Staff, as a SuperAdmin administers them. */
export function staffAdminRoutes(deps: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/staff',
      may: MAY,
      summary: 'All staff',
      response: staffAnswer,
      reads: ['staff'],
      handle: async () => ({ staff: await allStaff(deps.pool) }),
    }),
    route({
      method: 'POST',
      path: '/api/staff/invitations',
      may: MAY,
      summary: 'Invite a member of staff',
      body: staffInvitationBody,
      response: invitedAnswer,
      async handle({ body: { firstName, lastName, email, role }, actor, correlationId, execute, newId }) {
        const user_id = newId('staff user');
        const user = { user_id, email, first_name: firstName, last_name: lastName, role };
        await inviteStaffUser(deps, user, { actor, correlationId }, execute);
        return { success: true, message: `Invitation sent successfully to ${email}!`, id: user_id };
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/staff/:id',
      may: MAY,
      summary: "Change the role of a member of staff, deactivate, reactivate; ends that one's sessions",
      params: staffId,
      body: staffChangeBody,
      response: done,
      reads: ['staff'],
      async handle({ params: { id }, body: { role, active }, execute }) {
        const changes = { ...(role !== undefined && { role }), ...(active !== undefined && { active }) };
        await administerStaff(deps, id, { type: 'administer', ...changes }, execute);
        return { success: true, message: 'Staff member updated successfully' };
      },
    }),
    route({
      method: 'POST',
      path: '/api/staff/:id/send-password-reset',
      may: MAY,
      summary: 'Send a link for a new password, or the invitation again',
      params: staffId,
      response: done,
      async handle({ params: { id }, actor, execute }) {
        if (!(await loadAccount(deps.commands, { kind: 'staff', id }))) throw notFound();
        await executeOnUser(execute, { kind: 'staff', id }, { type: 'request_password_reset' }, actor);
        return { success: true, message: 'Password reset email sent successfully' };
      },
    }),
  ];
}
