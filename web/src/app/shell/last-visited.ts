import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { clientOf, type User } from '../../features/session/user.ts';

/** Remembers the last visited portal, path and tab, of superadmin and client apart (spec 000 §2). */
export function useLastVisited(user: User | null): void {
  const { pathname, search } = useLocation();
  const portal = portalOf(user);
  useEffect(() => {
    if (!portal) return;
    const tab = new URLSearchParams(search).get('tab');
    localStorage.setItem(`landline.last-visited.${portal}`, JSON.stringify({ portal, path: pathname, tab }));
  }, [portal, pathname, search]);
}

function portalOf(user: User | null): 'superadmin' | 'client' | null {
  if (clientOf(user)) return 'client';
  return user?.role === 'SuperAdmin' ? 'superadmin' : null;
}
