import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { executeOnUser } from './accounts.ts';
import { done, emailChangeBody, nameChangeBody, passwordChangeBody } from './contract.ts';
import { clearSessionCookies } from './cookies.ts';
import { confirmPassword, DOORS, type Door, OWN_SETTINGS, ownAccount } from './own-account.ts';
import { editUser, setPassword } from './users.ts';

/** Account settings, staff and clients (spec 000 §2, §5, §7). */
export function profileRoutes(deps: Deps): Route[] {
  return DOORS.flatMap((door) => [passwordRoute(deps, door), emailRoute(deps, door), nameRoute(deps, door)]);
}

const passwordRoute = (deps: Deps, { path, may }: Door) =>
  route({
    method: 'PATCH',
    path: `${path}/profile/password`,
    may,
    ofClient: OWN_SETTINGS,
    summary: "Change one's own password; signs out everywhere",
    body: passwordChangeBody,
    response: done,
    async handle({ body, actor, ctx, execute }) {
      const account = await ownAccount(deps, actor);
      await confirmPassword(deps, ctx, account, body.currentPassword);
      const { ref } = account;
      await setPassword(deps, ref, body.newPassword, () =>
        executeOnUser(execute, ref, { type: 'change_password' }, actor),
      );
      clearSessionCookies(ctx);
      return { success: true, message: 'Password changed successfully. Please log in again.' };
    },
  });

const emailRoute = (deps: Deps, { path, may }: Door) =>
  route({
    method: 'PATCH',
    path: `${path}/profile/email`,
    may,
    ofClient: OWN_SETTINGS,
    summary: "Change one's own e-mail address",
    body: emailChangeBody,
    response: done,
    async handle({ body, actor, correlationId, ctx, execute }) {
      const account = await ownAccount(deps, actor);
      await confirmPassword(deps, ctx, account, body.password);
      await editUser(deps, account.ref, { email: body.newEmail }, { actor, correlationId }, execute);
      return { success: true, message: 'Email updated successfully!' };
    },
  });

const nameRoute = (deps: Deps, { path, may }: Door) =>
  route({
    method: 'PATCH',
    path: `${path}/profile/name`,
    may,
    ofClient: OWN_SETTINGS,
    summary: "Change one's own name",
    body: nameChangeBody,
    response: done,
    async handle({ body: { firstName, lastName }, actor, correlationId, execute }) {
      const { ref } = await ownAccount(deps, actor);
      const changes = {
        ...(firstName && { first_name: firstName }),
        ...(lastName && { last_name: lastName }),
      };
      await editUser(deps, ref, changes, { actor, correlationId }, execute);
      return { success: true, message: 'Name updated successfully!' };
    },
  });
