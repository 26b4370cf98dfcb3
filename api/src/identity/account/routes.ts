import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { emailChangeBody, nameChangeBody, passwordChangeBody } from '../sessions/contract.ts';
import { clearSessionCookies } from '../sessions/cookies.ts';
import { executeOnUser } from '../users/load-account.ts';
import { editUser, setPassword } from '../users/users.ts';
import { ACCOUNT_KINDS, type AccountKind, confirmPassword, ownAccount } from './own-account.ts';

/** Routes for account settings of staff and client users (spec 000 §2, §5, §7). */
export function accountRoutes(ports: IdentityPorts): Route[] {
  return ACCOUNT_KINDS.flatMap((kind) => [
    passwordRoute(ports, kind),
    emailRoute(ports, kind),
    nameRoute(ports, kind),
  ]);
}

const passwordRoute = (ports: IdentityPorts, { path, access }: AccountKind) =>
  route.patch(`${path}/profile/password`, {
    ...access,
    summary: 'Change your password; signs out all sessions',
    body: passwordChangeBody,
    response: messageResponse,
    async handle({ body, actor, ctx, execute }) {
      const account = await ownAccount(ports, actor);
      await confirmPassword(ports, ctx, account, body.currentPassword);
      const { ref } = account;
      await setPassword(ports, ref, body.newPassword, () =>
        executeOnUser(execute, ref, { type: 'change_password' }, actor),
      );
      clearSessionCookies(ctx, ports.config.PUBLIC_URL);
      return { success: true, message: 'Password changed successfully. Please log in again.' };
    },
  });

const emailRoute = (ports: IdentityPorts, { path, access }: AccountKind) =>
  route.patch(`${path}/profile/email`, {
    ...access,
    summary: 'Change your email address',
    body: emailChangeBody,
    response: messageResponse,
    async handle({ body, actor, correlationId, ctx, execute }) {
      const account = await ownAccount(ports, actor);
      await confirmPassword(ports, ctx, account, body.password);
      await editUser(ports, account.ref, { email: body.newEmail }, { actor, correlationId }, execute);
      return { success: true, message: 'Email updated successfully!' };
    },
  });

const nameRoute = (ports: IdentityPorts, { path, access }: AccountKind) =>
  route.patch(`${path}/profile/name`, {
    ...access,
    summary: 'Change your name',
    body: nameChangeBody,
    response: messageResponse,
    async handle({ body: { firstName, lastName }, actor, correlationId, execute }) {
      const { ref } = await ownAccount(ports, actor);
      const changes = {
        ...(firstName && { first_name: firstName }),
        ...(lastName && { last_name: lastName }),
      };
      await editUser(ports, ref, changes, { actor, correlationId }, execute);
      return { success: true, message: 'Name updated successfully!' };
    },
  });
