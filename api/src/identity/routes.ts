import type { Route } from '../platform/http/route.ts';
import { accountRoutes } from './account/routes.ts';
import { operatorTokenRoutes } from './operator-tokens/routes.ts';
import type { IdentityPorts } from './ports.ts';
import { linkRoutes } from './sessions/link-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { totpRoutes } from './sessions/totp-routes.ts';
import { clientAdminRoutes } from './users/client-admin-routes.ts';
import { clientSignInRoutes } from './users/client-sign-in-routes.ts';
import { staffAdminRoutes } from './users/staff-admin-routes.ts';
import { staffSignInRoutes } from './users/staff-sign-in-routes.ts';

/** Routes for sign-in, sessions and accounts of staff and client users (spec 000 §6, §7), and for operator tokens. */
export const identityRoutes = (ports: IdentityPorts): Route[] => [
  ...staffSignInRoutes(ports),
  ...clientSignInRoutes(ports),
  ...sessionRoutes(ports),
  ...linkRoutes(ports),
  ...accountRoutes(ports),
  ...totpRoutes(ports),
  ...staffAdminRoutes(ports),
  ...clientAdminRoutes(ports),
  ...operatorTokenRoutes(ports),
];
