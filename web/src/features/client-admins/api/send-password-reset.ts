import type { Done } from '@landline/api/identity/contract';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';

/** POST /api/client-admin/send-password-reset/:adminId */
const sendPasswordReset = (adminId: string) =>
  request<Done>(`/api/client-admin/send-password-reset/${encodeURIComponent(adminId)}`, { method: 'POST' });

export const useSendPasswordReset = (adminId: string) =>
  useMutation({ mutationFn: () => sendPasswordReset(adminId) });
