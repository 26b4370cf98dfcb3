import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { type Account, executeOnUser, loadAccount } from './accounts.ts';
import {
  clientLinkAnswer,
  done,
  forgotPasswordBody,
  type LinkPurpose,
  passwordByLinkBody,
  staffLinkAnswer,
} from './contract.ts';
import { emailHmac, type UserKind } from './credentials.ts';
import { rememberDevice } from './remembered-device.ts';
import { enqueueForgotPassword } from './tasks.ts';
import { linkInvalid } from './user.ts';
import { setPassword } from './users.ts';

const token = z.object({ token: z.string().max(200) });

/** Forgotten passwords, and the links of mails, staff and clients (spec 000 §4, §7). */
export function linkRoutes(deps: Deps): Route[] {
  return [
    forgotRoute(deps, 'staff', '/api/forgot-password'),
    forgotRoute(deps, 'client', '/api/ai/client-auth/forgot-password'),
    validateStaffRoute(deps),
    validateClientRoute(deps, 'reset', '/api/ai/client-auth/validate-reset-token/:token'),
    validateClientRoute(deps, 'setup', '/api/client-admin/validate-setup-token/:token'),
    passwordRoute(deps, 'staff', 'setup', '/api/auth/complete-setup'),
    passwordRoute(deps, 'staff', 'reset', '/api/auth/reset-password'),
    passwordRoute(deps, 'client', 'setup', '/api/client-admin/complete-setup'),
    passwordRoute(deps, 'client', 'reset', '/api/ai/client-auth/reset-password'),
  ];
}

/** Nothing is looked up before the answer: whoever is or is not known, it is the same after the same time. */
const forgotRoute = (deps: Deps, kind: UserKind, path: string) =>
  route({
    method: 'POST',
    path,
    may: 'anyone',
    summary: 'Send a link for a new password, if the address is known',
    body: forgotPasswordBody,
    response: done,
    async handle({ body: { email }, ctx, correlationId }) {
      const hmac = emailHmac(deps.secrets, kind, email);
      await deps.signInLimits.forgot(ctx.ip, `${kind}-${hmac.toString('base64url')}`);
      await enqueueForgotPassword(deps, { kind, email_hmac: hmac.toString('hex'), correlationId });
      return { success: true, message: 'Password reset instructions have been sent to your email' };
    },
  });

/** Whose link it is and what for. */
async function opened({ links, commands }: Deps, kind: UserKind, value: string) {
  const link = await links.find(value, kind);
  const account = link && (await loadAccount(commands, { kind, id: link.userId }));
  return link && account?.isActive ? { account, purpose: link.purpose } : undefined;
}

const invalid = () => ({ valid: false, error: linkInvalid().message });
const namesOf = ({ email, first_name, last_name }: Account) => ({
  email,
  firstName: first_name,
  lastName: last_name,
});

const validateStaffRoute = (deps: Deps) =>
  route({
    method: 'GET',
    path: '/api/auth/validate-link/:token',
    may: 'anyone',
    summary: 'What a link of a member of staff is good for',
    params: token,
    response: staffLinkAnswer,
    async handle({ params }) {
      const link = await opened(deps, 'staff', params.token);
      return link ? { valid: true, purpose: link.purpose, user: namesOf(link.account) } : invalid();
    },
  });

const validateClientRoute = (deps: Deps, purpose: LinkPurpose, path: string) =>
  route({
    method: 'GET',
    path,
    may: 'anyone',
    summary: `Whether a ${purpose} link of a client's user is good`,
    params: token,
    response: clientLinkAnswer,
    async handle({ params }) {
      const link = await opened(deps, 'client', params.token);
      if (link?.purpose !== purpose) return invalid();
      const { state } = await deps.commands.load(client, streams.client(link.account.actor.clientId ?? ''));
      return { valid: true, user: { ...namesOf(link.account), clientName: state?.name ?? '' } };
    },
  });

const MESSAGES: Readonly<Record<LinkPurpose, string>> = {
  setup: 'Account setup completed! Please log in with your credentials.',
  reset: 'Password reset successful! You can now log in with your new password.',
};

const passwordRoute = (deps: Deps, kind: UserKind, purpose: LinkPurpose, path: string) =>
  route({
    method: 'POST',
    path,
    may: 'anyone',
    summary: `Choose a password by a ${purpose} link`,
    body: passwordByLinkBody,
    response: done,
    async handle({ body, ctx, execute }) {
      await deps.links.use(body.token, { kind, purpose }, async (id) => {
        const ref = { kind, id };
        const account = await loadAccount(deps.commands, ref);
        if (!account?.isActive) throw linkInvalid();
        const type = purpose === 'setup' ? 'complete_setup' : 'reset_password';
        // Who has the link is taken for the user: nobody else can read that mailbox.
        await setPassword(deps, ref, body.password, () =>
          executeOnUser(execute, ref, { type }, account.actor),
        );
        const key = emailHmac(deps.secrets, kind, account.email).toString('base64url');
        rememberDevice(deps, ctx, kind, key);
      });
      return { success: true, message: MESSAGES[purpose] };
    },
  });
