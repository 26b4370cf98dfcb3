import type { User } from '../../platform/session/user.ts';
import { safePath } from './redirect-path.ts';

/** Portals whose last visited page is stored. Visits during impersonation are not stored. */
type Portal = 'superadmin' | 'client';

interface Visit {
  portal: Portal;
  path: string;
  tab: string | null;
}

const KEY = 'landline.last-visited';
const PORTAL_PATH = /^\/(SuperAdminPortal|ClientPortal|client\/([^/]+\/)?portal)\/?$/i;

function portalOf(user: User | null): Portal | null {
  if (user?.role === 'ClientUser') return 'client';
  return user?.role === 'SuperAdmin' && user.actingAs === null ? 'superadmin' : null;
}

/** Stores the user's portal, and its last visited page separately for SuperAdmins and client users (spec 000 §2). */
export function rememberVisit(user: User | null, path: string, search: string): void {
  const portal = portalOf(user);
  if (!portal) return;
  localStorage.setItem(KEY, portal);
  if (!PORTAL_PATH.test(path)) return;
  const visit: Visit = { portal, path, tab: new URLSearchParams(search).get('tab') };
  localStorage.setItem(`${KEY}.${portal}`, JSON.stringify(visit));
}

/** Returns the portal of the last user of this browser. */
export const lastPortal = () => localStorage.getItem(KEY);

/** Returns the path and tab of the user's last portal page, the target of 'Go to Portal'; null if there is none. */
export function lastPortalPath(user: User | null): string | null {
  const portal = portalOf(user);
  const storedVisit = portal && localStorage.getItem(`${KEY}.${portal}`);
  if (!storedVisit) return null;
  try {
    const { path, tab } = JSON.parse(storedVisit) as Visit;
    return PORTAL_PATH.test(path) ? safePath(tab ? `${path}?tab=${encodeURIComponent(tab)}` : path) : null;
  } catch {
    // Ignore a value that this app did not write.
    return null;
  }
}
