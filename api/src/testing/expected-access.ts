import { STAFF_ROLES } from '@landline/event-schemas';
import type { AllowedCallers, Method } from '../platform/http/route.ts';

const SUPER_ADMIN = ['SuperAdmin'] as const;
const ADMINS = ['SuperAdmin', 'Admin'] as const;
const ADMINS_AND_CLIENTS = [...ADMINS, 'ClientUser'] as const;

/**
 * Expected access by path, independent of the routes' own declarations (spec 000 §6, 001 §6, 002). `…` matches any suffix. The
 * longest matching pattern wins; of equally long ones, an exact path beats `…`, and otherwise the one with a method wins.
 */
const TABLE: readonly { may: Exclude<AllowedCallers, 'anyone'>; calls: readonly string[] }[] = [
  { may: 'signed-in', calls: ['GET /api/live'] },
  {
    may: SUPER_ADMIN,
    calls: [
      // Invites client admins, edits them, resets their passwords, toggles products.
      '/api/client-admin/…',
      // Views system stats and admin configurations.
      '/api/system-stats',
      '/api/admin/…',
      'GET /api/admin/audit/as-of',
      'GET /api/admin/audit/stored',
      'GET /api/admin/audit/messages',
      // Only a SuperAdmin can impersonate.
      '/api/ai/client-auth/impersonate/:id',
      '/api/ai/client-auth/stop-impersonation',
      // Grants and revokes geo dataset access.
      '/api/geo/datasets/grant-city-access',
      '/api/geo/datasets/grant-zipcode-access',
      '/api/geo/datasets/revoke-access/:accessId',
      '/api/geo/datasets/client-access/:clientId',
      '/api/geo/datasets/cities-with-zipcodes',
      // Routes beyond the specification.
      '/api/staff…',
      '/api/operator-tokens…',
      '/api/quotes…',
      '/api/newsletter/…',
      '/api/audit/:position/undo',
      '/api/ai/clients/:id/close',
      '/api/ai/clients/:id/export',
      '/api/ai/widget/templates',
      '/api/geo/imports…',
      '/api/geo/environment/…',
      '/api/geo/scoring/…',
      'GET /api/geo/scoring/live',
    ],
  },
  {
    may: ADMINS,
    calls: [
      '/api/ai/…',
      'GET /api/admin/audit/…',
      'GET /api/geo/environment/…',
      'GET /api/geo/scoring/…',
      '/api/geo/training/summary',
    ],
  },
  { may: STAFF_ROLES, calls: ['/api/auth/…'] },
  {
    may: ADMINS_AND_CLIENTS,
    calls: [
      '/api/audit',
      '/api/ai/analytics/…',
      '/api/ai/approved-answers/client/…',
      '/api/ai/billing/usage/:clientId',
      'GET /api/ai/clients/:id',
      'GET /api/ai/content-requests/client/:clientId',
      'POST /api/ai/content-requests',
      '/api/ai/conversations/client/…',
      '/api/ai/golden-questions/client/…',
      '/api/ai/learned-pages/client/:clientId',
      '/api/ai/left-messages/client/…',
      '/api/ai/settings/branding/client/:clientId',
      '/api/ai/widget/client/:clientId/configuration',
      '/api/ai/widget/client/:clientId/domains',
      '/api/ai/widget/client/:clientId/secret',
      '/api/ai/widget/client/:clientId/security',
      '/api/geo/…',
    ],
  },
  {
    may: ['ClientUser'],
    calls: [
      '/api/ai/client-auth/…',
      '/api/ai/client-dashboard/overview',
      'POST /api/ai/learned-pages/client/:clientId',
      'POST /api/ai/learned-pages/client/:clientId/documents',
    ],
  },
];

interface Call {
  readonly method: Method;
  readonly path: string;
}

/** Returns the expected access of a call that is not public; undefined if no row matches. */
export function expectedAccess(call: Call): AllowedCallers | undefined {
  const rows = TABLE.flatMap(({ may, calls }) => calls.map((pattern) => ({ may, ...partsOf(pattern) })));
  return rows
    .filter(({ method, covers }) => (method === undefined || method === call.method) && covers(call.path))
    .sort((a, b) => b.weight - a.weight)[0]?.may;
}

function partsOf(pattern: string) {
  const [path = '', method] = pattern.split(' ').reverse();
  const prefix = path.replace('…', '');
  return {
    method,
    covers: (route: string) => (path.endsWith('…') ? route.startsWith(prefix) : route === path),
    weight: prefix.length + (path.endsWith('…') ? 0 : 0.5) + (method === undefined ? 0 : 0.25),
  };
}
