import type {
  EmailChangeBody,
  NameChangeBody,
  PasswordChangeBody,
  SessionsAnswer,
  TotpAnswer,
  TotpBegun,
  TotpConfirmed,
} from '@landline/api/identity/sessions/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useUser } from '../../../platform/session/context.ts';
import { type UserKind, userKindOf } from '../../../platform/session/user.ts';
import { useSession } from '../../sessions/context.ts';
import { accountKeys } from '../keys.ts';

interface Changes {
  password: PasswordChangeBody;
  email: EmailChangeBody;
  name: NameChangeBody;
}

const BASES: Record<UserKind, string> = { staff: '/api/auth', client: '/api/ai/client-auth' };

/** Returns the base path of account calls; staff and client users have the same calls. */
function useAccountPath(): string {
  const user = useUser();
  return BASES[user ? userKindOf(user) : 'staff'];
}

/** PATCH …/profile/{what}; refreshes the session's user, or signs out after a password change. */
export function useChangeProfile<What extends keyof Changes>(what: What) {
  const base = useAccountPath();
  const session = useSession();
  return useMutation({
    mutationFn: (body: Changes[What]) => request(`${base}/profile/${what}`, { method: 'PATCH', body }),
    onSuccess: () => (what === 'password' ? session.passwordChanged() : session.verify()),
  });
}

/** GET …/sessions: the user's own sessions, last used first */
export function useSessions() {
  const base = useAccountPath();
  return useQuery({
    queryKey: accountKeys.sessions(),
    queryFn: ({ signal }) => request<SessionsAnswer>(`${base}/sessions`, { signal }),
  });
}

/** DELETE …/sessions/:id */
export function useRevokeSession() {
  const base = useAccountPath();
  return useCommand(
    (id: string) => request(`${base}/sessions/${id}`, { method: 'DELETE' }),
    [accountKeys.sessions()],
  );
}

/** DELETE …/sessions: ends all sessions but this one */
export function useRevokeOtherSessions() {
  const base = useAccountPath();
  return useCommand(
    (_: undefined) => request(`${base}/sessions`, { method: 'DELETE' }),
    [accountKeys.sessions()],
  );
}

/** GET …/totp: the user's own two-factor status */
export function useTwoFactor() {
  const base = useAccountPath();
  return useQuery({
    queryKey: accountKeys.twoFactor(),
    queryFn: ({ signal }) => request<TotpAnswer>(`${base}/totp`, { signal }),
  });
}

/** POST …/totp: a secret for an authenticator app; enables nothing yet */
export function useBeginTwoFactor() {
  const base = useAccountPath();
  return useMutation({
    mutationFn: (password: string) =>
      request<TotpBegun>(`${base}/totp`, { method: 'POST', body: { password } }),
  });
}

/** POST …/totp/confirm: enables two-factor sign-in with a code from the app */
export function useConfirmTwoFactor() {
  const base = useAccountPath();
  return useCommand(
    (code: string) => request<TotpConfirmed>(`${base}/totp/confirm`, { method: 'POST', body: { code } }),
    [accountKeys.twoFactor()],
  );
}

/** POST …/totp/disable */
export function useDisableTwoFactor() {
  const base = useAccountPath();
  return useCommand(
    (password: string) => request(`${base}/totp/disable`, { method: 'POST', body: { password } }),
    [accountKeys.twoFactor()],
  );
}
