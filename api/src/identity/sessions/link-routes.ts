import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client } from '../../clients/clients/client.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { type Account, executeOnUser, loadAccount } from '../users/load-account.ts';
import { enqueueForgotPassword } from '../users/tasks.ts';
import { linkInvalid } from '../users/user.ts';
import { setPassword, syncEmail } from '../users/users.ts';
import {
  clientLinkAnswer,
  confirmEmailBody,
  done,
  forgotPasswordBody,
  type LinkPurpose,
  passwordByLinkBody,
  staffLinkAnswer,
} from './contract.ts';
import { emailHmac, type UserKind } from './credentials.ts';
import type { StoredPurpose } from './links.ts';
import { rememberDevice } from './remembered-device.ts';

const token = z.object({ token: z.string().max(200) });

/** Password reset requests and email links of staff and client users (spec 000 §4, §7). */
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

/** Looks nothing up before answering, so that response and timing do not reveal whether the address is known. */
const forgotRoute = (ports: IdentityPorts, kind: UserKind, path: string) =>
  route({
    method: 'POST',
    path,
    may: 'anyone',
    summary: 'Send a password reset link if the address is known',
    body: forgotPasswordBody,
    response: done,
    async handle({ body: { email }, ctx, correlationId }) {
      const hmac = emailHmac(ports.secrets, kind, email);
      await ports.signInLimits.forgot(ctx.ip, `${kind}-${hmac.toString('base64url')}`);
      await enqueueForgotPassword(ports, { kind, email_hmac: hmac.toString('hex'), correlationId });
      return { success: true, message: 'Password reset instructions have been sent to your email' };
    },
  });

async function openLink({ links, commands }: IdentityPorts, kind: UserKind, value: string) {
  const link = await links.find(value, kind);
  const account = link && (await loadAccount(commands, { kind, id: link.userId }));
  if (!link || link.purpose === 'confirm' || !account?.isActive) return undefined;
  if (link.purpose !== 'recover') return { account, purpose: link.purpose };
  // Using the link changes the address back.
  const { recoveryEmail: email = account.email } = account;
  return { account: { ...account, email }, purpose: 'reset' as const };
}

const invalid = () => ({ valid: false, error: linkInvalid().message });
const userFields = ({ email, first_name, last_name }: Account) => ({
  email,
  firstName: first_name,
  lastName: last_name,
});

const validateStaffRoute = (ports: IdentityPorts) =>
  route({
    method: 'GET',
    path: '/api/auth/validate-link/:token',
    may: 'anyone',
    summary: 'Purpose of a staff link',
    params: token,
    response: staffLinkAnswer,
    async handle({ params }) {
      const link = await openLink(ports, 'staff', params.token);
      return link ? { valid: true, purpose: link.purpose, user: userFields(link.account) } : invalid();
    },
  });

const validateClientRoute = (ports: IdentityPorts, purpose: LinkPurpose, path: string) =>
  route({
    method: 'GET',
    path,
    may: 'anyone',
    summary: `Whether a client user's ${purpose} link is valid`,
    params: token,
    response: clientLinkAnswer,
    async handle({ params }) {
      const link = await openLink(ports, 'client', params.token);
      if (link?.purpose !== purpose) return invalid();
      const { state } = await ports.commands.load(client, streams.client(link.account.actor.clientId ?? ''));
      return { valid: true, user: { ...userFields(link.account), clientName: state?.name ?? '' } };
    },
  });

const STORED: Readonly<Record<LinkPurpose, readonly StoredPurpose[]>> = {
  setup: ['setup'],
  reset: ['reset', 'recover'],
};

const MESSAGES: Readonly<Record<LinkPurpose, string>> = {
  setup: 'Account setup completed! Please log in with your credentials.',
  reset: 'Password reset successful! You can now log in with your new password.',
};

const passwordRoute = (ports: IdentityPorts, kind: UserKind, purpose: LinkPurpose, path: string) =>
  route({
    method: 'POST',
    path,
    may: 'anyone',
    summary: `Set a password with a ${purpose} link`,
    body: passwordByLinkBody,
    response: done,
    async handle({ body, ctx, execute, correlationId }) {
      await ports.links.use(body.token, { kind, purposes: STORED[purpose] }, async (link) => {
        const ref = { kind, id: link.userId };
        const account = await loadAccount(ports.commands, ref);
        if (!account?.isActive) throw linkInvalid();
        const { actor, email, recoveryEmail } = account;
        const by = link.purpose === 'recover' ? 'recovery_email' : 'email';
        const command =
          purpose === 'setup'
            ? ({ type: 'complete_setup' } as const)
            : ({ type: 'reset_password', by } as const);
        // The link proves access to the user's mailbox.
        await setPassword(ports, ref, body.password, () => executeOnUser(execute, ref, command, actor));
        if (recoveryEmail !== undefined && purpose === 'reset') {
          await ports.links.revoke(ref.id, ['confirm']);
          await syncEmail(ports, ref, { actor, correlationId });
        }
        const present = by === 'recovery_email' ? (recoveryEmail ?? email) : email;
        rememberDevice(ports, ctx, kind, emailHmac(ports.secrets, kind, present).toString('base64url'));
      });
      return { success: true, message: MESSAGES[purpose] };
    },
  });

const confirmEmailRoute = (ports: IdentityPorts, kind: UserKind, path: string) =>
  route({
    method: 'POST',
    path,
    may: 'anyone',
    summary: 'Confirm a changed email address with the link sent to it',
    body: confirmEmailBody,
    response: done,
    async handle({ body, execute, correlationId }) {
      await ports.links.use(body.token, { kind, purposes: ['confirm'] }, async ({ userId: id }) => {
        const account = await loadAccount(ports.commands, { kind, id });
        if (!account?.isActive) throw linkInvalid();
        await executeOnUser(execute, account.ref, { type: 'confirm_email' }, account.actor);
        await syncEmail(ports, account.ref, { actor: account.actor, correlationId });
      });
      return { success: true, message: 'Your email address is confirmed.' };
    },
  });
