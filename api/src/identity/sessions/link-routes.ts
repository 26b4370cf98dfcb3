import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client } from '../../clients/clients/client.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { type Account, executeOnUser, loadAccount } from '../users/load-account.ts';
import { enqueueForgotPassword } from '../users/tasks.ts';
import { linkInvalid } from '../users/user.ts';
import { setPassword, syncEmail } from '../users/users.ts';
import {
  clientLinkResponse,
  confirmEmailBody,
  forgotPasswordBody,
  type PasswordLinkPurpose,
  passwordByLinkBody,
  staffLinkResponse,
} from './contract.ts';
import { emailHmac, type UserKind } from './credentials.ts';
import type { Link } from './links.ts';
import { rememberDevice } from './remembered-device.ts';

const token = z.object({ token: z.string().max(200) });

/** Routes for password reset requests and email links of staff and client users (spec 000 §4, §7). */
export function linkRoutes(ports: IdentityPorts): Route[] {
  return [
    forgotRoute(ports, 'staff', '/api/forgot-password'),
    forgotRoute(ports, 'client', '/api/ai/client-auth/forgot-password'),
    validateStaffRoute(ports),
    validateClientRoute(ports, 'reset', '/api/ai/client-auth/validate-reset-token/:token'),
    validateClientRoute(ports, 'setup', '/api/client-admin/validate-setup-token/:token'),
    passwordRoute(ports, 'staff', 'setup', '/api/auth/complete-setup'),
    passwordRoute(ports, 'staff', 'reset', '/api/auth/reset-password'),
    passwordRoute(ports, 'client', 'setup', '/api/client-admin/complete-setup'),
    passwordRoute(ports, 'client', 'reset', '/api/ai/client-auth/reset-password'),
    confirmEmailRoute(ports, 'staff', '/api/auth/confirm-email'),
    confirmEmailRoute(ports, 'client', '/api/ai/client-auth/confirm-email'),
  ];
}

/** Looks nothing up before responding, so that response and timing do not reveal whether the address is known. */
const forgotRoute = (ports: IdentityPorts, kind: UserKind, path: string) =>
  route.post(path, {
    may: 'anyone',
    summary: 'Send a password reset link if the address is known',
    body: forgotPasswordBody,
    response: messageResponse,
    async handle({ body: { email }, ctx, correlationId }) {
      const hmac = emailHmac(ports.secrets, kind, email);
      await ports.signInLimits.countResetRequest(ctx.ip, `${kind}-${hmac.toString('base64url')}`);
      await enqueueForgotPassword(ports, { kind, email_hmac: hmac.toString('hex'), correlationId });
      return { success: true, message: 'Password reset instructions have been sent to your email' };
    },
  });

/**
 * Returns the active account of a link and the address that the link was sent to; undefined if the account no longer
 * has that address.
 */
async function accountOf({ commands, secrets }: IdentityPorts, { kind, userId, sentTo }: Link) {
  const account = await loadAccount(commands, { kind, id: userId });
  if (!account?.isActive) return undefined;
  const email = [account.email, account.recoveryEmail].find(
    (each) => each !== undefined && emailHmac(secrets, kind, each).equals(sentTo),
  );
  return email === undefined ? undefined : { account, email };
}

async function openLink(ports: IdentityPorts, kind: UserKind, value: string) {
  const link = await ports.links.find(value, kind);
  const recipient = link && (await accountOf(ports, link));
  if (!recipient || link.purpose === 'confirm') return undefined;
  const { account, email } = recipient;
  // A reset link to the previous address changes the address back.
  return { account: { ...account, email }, purpose: link.purpose };
}

const invalidLinkResponse = () => ({ valid: false, error: linkInvalid().message });
const userFields = ({ email, first_name, last_name }: Account) => ({
  email,
  firstName: first_name,
  lastName: last_name,
});

const validateStaffRoute = (ports: IdentityPorts) =>
  route.get('/api/auth/validate-link/:token', {
    may: 'anyone',
    summary: 'Purpose of a staff link',
    params: token,
    response: staffLinkResponse,
    async handle({ params }) {
      const link = await openLink(ports, 'staff', params.token);
      return link
        ? { valid: true, purpose: link.purpose, user: userFields(link.account) }
        : invalidLinkResponse();
    },
  });

const validateClientRoute = (ports: IdentityPorts, purpose: PasswordLinkPurpose, path: string) =>
  route.get(path, {
    may: 'anyone',
    summary: `Check a client user's ${purpose} link`,
    params: token,
    response: clientLinkResponse,
    async handle({ params }) {
      const link = await openLink(ports, 'client', params.token);
      if (link?.purpose !== purpose) return invalidLinkResponse();
      const { state } = await ports.commands.load(client, streams.client(link.account.actor.clientId ?? ''));
      return { valid: true, user: { ...userFields(link.account), clientName: state?.name ?? '' } };
    },
  });

const MESSAGES: Readonly<Record<PasswordLinkPurpose, string>> = {
  setup: 'Account setup completed! Please log in with your credentials.',
  reset: 'Password reset successful! You can now log in with your new password.',
};

const passwordRoute = (ports: IdentityPorts, kind: UserKind, purpose: PasswordLinkPurpose, path: string) =>
  route.post(path, {
    may: 'anyone',
    summary: `Set a password with a ${purpose} link`,
    body: passwordByLinkBody,
    response: messageResponse,
    async handle({ body, ctx, execute, correlationId }) {
      await ports.links.use(body.token, { kind, purpose }, async (link) => {
        const recipient = await accountOf(ports, link);
        if (!recipient) throw linkInvalid();
        const { ref, actor, recoveryEmail } = recipient.account;
        const type = purpose === 'setup' ? 'complete_setup' : 'reset_password';
        const command = { type, sent_to: recipient.email } as const;
        await setPassword(ports, ref, body.password, () => executeOnUser(execute, ref, command, actor));
        if (recoveryEmail !== undefined) await syncEmail(ports, ref, { actor, correlationId });
        rememberDevice(ports, ctx, kind, link.sentTo.toString('base64url'));
      });
      return { success: true, message: MESSAGES[purpose] };
    },
  });

const confirmEmailRoute = (ports: IdentityPorts, kind: UserKind, path: string) =>
  route.post(path, {
    may: 'anyone',
    summary: 'Confirm a changed email address with the link sent to it',
    body: confirmEmailBody,
    response: messageResponse,
    async handle({ body, execute, correlationId }) {
      await ports.links.use(body.token, { kind, purpose: 'confirm' }, async (link) => {
        const recipient = await accountOf(ports, link);
        if (!recipient) throw linkInvalid();
        const { ref, actor } = recipient.account;
        await executeOnUser(execute, ref, { type: 'confirm_email', sent_to: recipient.email }, actor);
        await syncEmail(ports, ref, { actor, correlationId });
      });
      return { success: true, message: 'Your email address is confirmed.' };
    },
  });
