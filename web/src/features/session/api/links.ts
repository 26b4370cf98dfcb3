import type {
  ClientLinkAnswer,
  LinkPurpose,
  PasswordByLinkBody,
  StaffLinkAnswer,
} from '@landline/api/identity/contract';
import { hasStatus } from '../../../shared/http/errors.ts';
import { request } from '../../../shared/http/request.ts';
import type { Door } from '../user.ts';

/** What a link is for, or why it opens nothing. */
export interface Link {
  valid: boolean;
  purpose: LinkPurpose;
  user?: { email: string; clientName?: string; firstName: string; lastName: string } | undefined;
  error?: string | undefined;
}

const path = (base: string, token: string) => `${base}/${encodeURIComponent(token)}`;
const at = (base: string, token: string) => request<ClientLinkAnswer>(path(base, token));

/** Asks about a client's link: first as one for a new password, then as one of an invitation (spec 000 §7). */
async function clientLink(token: string): Promise<Link> {
  const reset = await at('/api/ai/client-auth/validate-reset-token', token).catch((error: unknown) => {
    // A refusal may only mean that it is not this kind of link.
    if (hasStatus(error, 0)) throw error;
    return undefined;
  });
  if (reset?.valid) return { ...reset, purpose: 'reset' };
  return { ...(await at('/api/client-admin/validate-setup-token', token)), purpose: 'setup' };
}

/** What a setup or reset link is worth. */
export async function validateLink(door: Door, token: string): Promise<Link> {
  if (door === 'client') return clientLink(token);
  const { purpose = 'setup', ...answer } = await request<StaffLinkAnswer>(
    path('/api/auth/validate-link', token),
  );
  return { ...answer, purpose };
}

const COMPLETE: Record<Door, Record<LinkPurpose, string>> = {
  client: { setup: '/api/client-admin/complete-setup', reset: '/api/ai/client-auth/reset-password' },
  staff: { setup: '/api/auth/complete-setup', reset: '/api/auth/reset-password' },
};

/** Sets the password that a link allows to set; the link is used up. */
export function completeLink(door: Door, purpose: LinkPurpose, body: PasswordByLinkBody): Promise<void> {
  return request(COMPLETE[door][purpose], { method: 'POST', body });
}
