import type { Deps } from '../deps.ts';
import type { Route } from '../http/route.ts';
import { clientAdminRoutes } from './client-admin-routes.ts';
import { clientAuthRoutes } from './client-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { staffAdminRoutes } from './staff-admin-routes.ts';
import { staffAuthRoutes } from './staff-routes.ts';
import { totpRoutes } from './totp-routes.ts';

/** Who may sign in, and how: staff and client users (spec 000 §6, §7). */
export const identityRoutes = (deps: Deps): Route[] => [
  ...staffAuthRoutes(deps),
  ...clientAuthRoutes(deps),
  ...sessionRoutes(deps),
  ...linkRoutes(deps),
  ...profileRoutes(deps),
  ...totpRoutes(deps),
  ...staffAdminRoutes(deps),
  ...clientAdminRoutes(deps),
];
