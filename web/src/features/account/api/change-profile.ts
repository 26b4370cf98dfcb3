import type { EmailChangeBody, NameChangeBody, PasswordChangeBody } from '@landline/api/identity/contract';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { useSession, useUser } from '../../session/context.ts';
import { type Door, doorOf } from '../../session/user.ts';

interface Changes {
  password: PasswordChangeBody;
  email: EmailChangeBody;
  name: NameChangeBody;
}

const BASES: Record<Door, string> = { staff: '/api/auth', client: '/api/ai/client-auth' };

/** Where the calls about one's own account are: staff and client users have the same. */
export function useAccountPath(): string {
  const user = useUser();
  return BASES[user ? doorOf(user) : 'staff'];
}

/** PATCH …/profile/{what}; what is known of the user here is asked again. */
export function useChangeProfile<What extends keyof Changes>(what: What) {
  const base = useAccountPath();
  const session = useSession();
  return useMutation({
    mutationFn: (body: Changes[What]) => request(`${base}/profile/${what}`, { method: 'PATCH', body }),
    onSuccess: () => (what === 'password' ? session.passwordChanged() : session.verify()),
  });
}
