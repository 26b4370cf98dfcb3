import type { User } from '../../platform/session/user.ts';
import { safePath } from './redirect-path.ts';

/** Portals are stored per role; impersonated visits are not stored. */
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

/** Stores the last visited portal page of superadmin and client separately (spec 000 §2). */
export function rememberVisit(user: User | null, path: string, search: string): void {
  const portal = portalOf(user);
  if (!portal || !IS_PORTAL.test(path)) return;
  const visit: Visit = { portal, path, tab: new URLSearchParams(search).get('tab') };
  localStorage.setItem(LAST, portal);
  localStorage.setItem(`${LAST}.${portal}`, JSON.stringify(visit));
}

/** Returns the portal last visited in this browser, by any user. */
export const lastPortal = () => localStorage.getItem(LAST);

/** Returns the path and tab of the user's last portal page, the target of 'Go to Portal'; null if there is none. */
export function lastPortalPath(user: User | null): string | null {
  const portal = portalOf(user);
  const stored = portal && localStorage.getItem(`${LAST}.${portal}`);
  if (!stored) return null;
  try {
    const { path, tab } = JSON.parse(stored) as Visit;
    return IS_PORTAL.test(path) ? safePath(tab ? `${path}?tab=${encodeURIComponent(tab)}` : path) : null;
  } catch {
    // Another program changed the value: ignore it.
    return null;
  }
}
