import type {
  ClientLinkResponse,
  PasswordByLinkBody,
  PasswordLinkPurpose,
  StaffLinkResponse,
} from '@landline/api/identity/sessions/contract';
import { hasStatus } from '../../../../shared/http/errors.ts';
import { request } from '../../../../shared/http/request.ts';
import type { UserKind } from '../../../platform/session/user.ts';

/** Result of validating a link: its purpose, and its user or the error. */
export interface LinkValidation {
  valid: boolean;
  purpose: PasswordLinkPurpose;
  user?: { email: string; clientName?: string; firstName: string; lastName: string } | undefined;
  error?: string | undefined;
}

const path = (base: string, token: string) => `${base}/${encodeURIComponent(token)}`;
const validateToken = (base: string, token: string) => request<ClientLinkResponse>(path(base, token));

/** Validates a client link, first as a reset link, then as a setup link (spec 000 §7). */
async function validateClientLink(token: string): Promise<LinkValidation> {
  const reset = await validateToken('/api/ai/client-auth/validate-reset-token', token).catch(
    (error: unknown) => {
      // A network failure (status 0) says nothing about the link; after a rejection, it may still be a setup link.
      if (hasStatus(error, 0)) throw error;
      return undefined;
    },
  );
  if (reset?.valid) return { ...reset, purpose: 'reset' };
  return { ...(await validateToken('/api/client-admin/validate-setup-token', token)), purpose: 'setup' };
}

/** Validates a setup or reset link. */
export async function validateLink(userKind: UserKind, token: string): Promise<LinkValidation> {
  if (userKind === 'client') return validateClientLink(token);
  const { purpose = 'setup', ...link } = await request<StaffLinkResponse>(
    path('/api/auth/validate-link', token),
  );
  return { ...link, purpose };
}

/** POST …/confirm-email: confirms a changed email address */
export const confirmEmail = (userKind: UserKind, token: string): Promise<void> =>
  request(`${userKind === 'client' ? '/api/ai/client-auth' : '/api/auth'}/confirm-email`, {
    method: 'POST',
    body: { token },
  });

const COMPLETION_PATHS: Record<UserKind, Record<PasswordLinkPurpose, string>> = {
  client: { setup: '/api/client-admin/complete-setup', reset: '/api/ai/client-auth/reset-password' },
  staff: { setup: '/api/auth/complete-setup', reset: '/api/auth/reset-password' },
};

/** Sets the password through a link; the link cannot be used again. */
export function completeLink(
  userKind: UserKind,
  purpose: PasswordLinkPurpose,
  body: PasswordByLinkBody,
): Promise<void> {
  return request(COMPLETION_PATHS[userKind][purpose], { method: 'POST', body });
}
