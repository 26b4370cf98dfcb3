import type {
  EmailChangeBody,
  NameChangeBody,
  PasswordChangeBody,
  SessionsResponse,
  TotpConfirmedResponse,
  TotpResponse,
  TotpSetupResponse,
} from '@landline/api/identity/sessions/contract';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
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

/** PATCH …/profile/{field}; refreshes the session's user, or signs out after a password change. */
export function useChangeProfile<Field extends keyof Changes>(field: Field) {
  const base = useAccountPath();
  const session = useSession();
  return useMutation({
    mutationFn: (body: Changes[Field]) => request(`${base}/profile/${field}`, { method: 'PATCH', body }),
    onSuccess: () => (field === 'password' ? session.passwordChanged() : session.verify()),
  });
}

/** GET …/sessions: the user's own sessions, last used first */
export const useSessions = () =>
  useGet<SessionsResponse>(accountKeys.sessions(), `${useAccountPath()}/sessions`);

/** DELETE …/sessions/:id */
export function useRevokeSession() {
  const base = useAccountPath();
  return useCommand(
    (id: string) => request(`${base}/sessions/${id}`, { method: 'DELETE' }),
    [accountKeys.sessions()],
  );
}

/** DELETE …/sessions: ends all sessions but this one */
export const useRevokeOtherSessions = () =>
  useSend('DELETE', `${useAccountPath()}/sessions`, [accountKeys.sessions()]);

/** GET …/totp: the user's own two-factor status */
export const useTwoFactor = () => useGet<TotpResponse>(accountKeys.twoFactor(), `${useAccountPath()}/totp`);

/** POST …/totp: returns a secret for an authenticator app; two-factor sign-in stays off until it is confirmed */
export const useBeginTwoFactor = () =>
  useSend<{ password: string }, TotpSetupResponse>('POST', `${useAccountPath()}/totp`, []);

/** POST …/totp/confirm: enables two-factor sign-in with a code from the app */
export const useConfirmTwoFactor = () =>
  useSend<{ code: string }, TotpConfirmedResponse>('POST', `${useAccountPath()}/totp/confirm`, [
    accountKeys.twoFactor(),
  ]);

/** POST …/totp/disable */
export const useDisableTwoFactor = () =>
  useSend<{ password: string }>('POST', `${useAccountPath()}/totp/disable`, [accountKeys.twoFactor()]);
