import { safePath } from './redirect-path.ts';
import type { User } from './user.ts';

/** Whose portal it was; who acts as a client visits nothing of their own. */
type Portal = 'superadmin' | 'client';

interface Visit {
  portal: Portal;
  path: string;
  tab: string | null;
}

const LAST = 'landline.last-visited';
const IS_PORTAL = /^\/(SuperAdminPortal|ClientPortal|client\/([^/]+\/)?portal)\/?$/i;

function portalOf(user: User | null): Portal | null {
  if (user?.role === 'ClientUser') return 'client';
  return user?.role === 'SuperAdmin' && user.actingAs === null ? 'superadmin' : null;
}

/** Keeps the last visited portal, its path and tab, of superadmin and client apart (spec 000 §2). */
export function rememberVisit(user: User | null, path: string, search: string): void {
  const portal = portalOf(user);
  if (!portal || !IS_PORTAL.test(path)) return;
  const visit: Visit = { portal, path, tab: new URLSearchParams(search).get('tab') };
  localStorage.setItem(LAST, portal);
  localStorage.setItem(`${LAST}.${portal}`, JSON.stringify(visit));
}

/** The portal that was visited last in this browser, by whomever. */
export const lastPortal = () => localStorage.getItem(LAST);

/** Where somebody's portal was left: what 'Go to Portal' comes back to. */
export function lastPlace(user: User | null): string | null {
  const portal = portalOf(user);
  const stored = portal && localStorage.getItem(`${LAST}.${portal}`);
  if (!stored) return null;
  try {
    const { path, tab } = JSON.parse(stored) as Visit;
    return IS_PORTAL.test(path) ? safePath(tab ? `${path}?tab=${encodeURIComponent(tab)}` : path) : null;
  } catch {
    // Written by something else: as if nothing were there.
    return null;
  }
}
