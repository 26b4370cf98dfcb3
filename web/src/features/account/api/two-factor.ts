import type { TotpAnswer, TotpBegun, TotpConfirmed } from '@landline/api/identity/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

const PATH = '/api/auth/totp';

/** GET /api/auth/totp: whether one's own two-factor sign-in is on. */
export function useTwoFactor() {
  return useQuery({
    queryKey: keys.account.twoFactor(),
    queryFn: ({ signal }) => request<TotpAnswer>(PATH, { signal }),
  });
}

/** POST /api/auth/totp: a secret for an authenticator app; nothing is on yet. */
export function useBeginTwoFactor() {
  return useMutation({
    mutationFn: (password: string) => request<TotpBegun>(PATH, { method: 'POST', body: { password } }),
  });
}

/** POST /api/auth/totp/confirm: turned on, by a code that shows that the app has the secret. */
export function useConfirmTwoFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      request<TotpConfirmed>(`${PATH}/confirm`, { method: 'POST', body: { code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.account.twoFactor() }),
  });
}

/** POST /api/auth/totp/disable. */
export function useDisableTwoFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => request(`${PATH}/disable`, { method: 'POST', body: { password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.account.twoFactor() }),
  });
}
