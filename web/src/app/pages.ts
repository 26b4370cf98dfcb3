import type { DatasetType } from '@landline/event-schemas';
import { OPEN_PAGES, type PageRow, pageRow } from './open-pages.ts';

const SUPER_ADMIN = ['SuperAdmin'] as const;
const STAFF = ['SuperAdmin', 'Admin', 'Manager', 'Employee'] as const;
const ADMINS = ['SuperAdmin', 'Admin'] as const;

const PORTAL = '/SuperAdminPortal';
const portalPage = (path: string, title: string, tab: string, more: Partial<PageRow> = {}) =>
  pageRow(`${PORTAL}/${path}`, title, SUPER_ADMIN, { parent: `${PORTAL}?tab=${tab}`, ...more });
const aiPage = (path: string, title: string, parent = '/ai', more: Partial<PageRow> = {}) =>
  pageRow(path, title, ADMINS, { parent, otherRolesTo: '/dashboard', ...more });

/**
 * Dataset types that can be a URL segment (001 §2). Copied from the schemas to keep those out of the chunk that every
 * signed-in page loads.
 */
export const DATASET_TYPES: readonly DatasetType[] = ['city', 'zipcode', 'county', 'custom', 'ios'];

/** Returns the rows of the property hub, for staff or for a client. */
function hub(
  base: string,
  parent: string,
  rights: Pick<PageRow, 'access' | 'product' | 'anyClient'>,
): PageRow[] {
  const below = (path: string, title: string, more: Partial<PageRow>): PageRow => ({
    path: `${base}/${path}`,
    title,
    ...rights,
    ...more,
  });
  const datasetCrumb = { crumb: '{datasetKey}', nameParam: 'datasetKey', parent: base };
  return [
    { path: base, title: 'Property Analysis Hub', crumb: 'Property Hub', parent, ...rights },
    below('compare', 'Compare Properties', { parent: base }),
    ...['', ...DATASET_TYPES.map((type) => `${type}/`)].flatMap((type) => [
      below(`${type}:datasetKey`, 'Properties', datasetCrumb),
      below(`${type}:datasetKey/:candidateId`, 'Property Details', { parent: `${base}/${type}:datasetKey` }),
    ]),
  ];
}

/**
 * Every page of the product: title, breadcrumb parent and access (spec 000 §2, §6; 001 §2; 002 §2, §6). Guards,
 * titles and breadcrumbs come from these rows; route files only add the component of each row. Matching ignores case:
 * /Login is /login, /TermsOfUse is /termsofuse.
 *
 * Decisions where the specification is open or contradicts itself:
 * - Public pages are open to everyone, because portals link to them.
 * - /propertyhub is for SuperAdmin and Admin, like its API; importing is for SuperAdmin.
 * - A SuperAdmin must impersonate a client to open client pages, except property pages, which open for any client
 *   (001 §2).
 * - During impersonation, staff pages redirect to the client's portal.
 * - The AI area redirects other roles to /dashboard (002 §6), which leads to the role's start page.
 * - /ai/settings is for SuperAdmin and Admin, although its message to other roles asks for SuperAdmin permissions (002 §1).
 * - There is no self-registration: /signup and /register lead to the sales quote, /verify-email to sign-in.
 */
export const PAGES: readonly PageRow[] = [
  ...OPEN_PAGES,

  // Role homes
  pageRow(PORTAL, 'SuperAdmin Portal', SUPER_ADMIN, { hidesCrumbs: true }),
  pageRow('/AdminPortal', 'Admin Portal', ['Admin'], { hidesCrumbs: true }),
  pageRow('/ManagerPortal', 'Manager Portal', ['Manager'], { hidesCrumbs: true }),
  pageRow('/EmployeePortal', 'Employee Portal', ['Employee'], { hidesCrumbs: true }),

  pageRow('/account', 'Account Settings', STAFF),

  // Super administration
  portalPage('client-admin-directory', 'Client Admin Directory', 'user-management'),
  portalPage('client-admin/:adminId', 'Administrator Profile', 'user-management', {
    parent: `${PORTAL}/client-admin-directory`,
    crumb: 'Admin {adminId}',
    nameParam: 'adminId',
  }),
  portalPage('inbox', 'Inbox', 'system-overview'),
  portalPage('staff', 'Staff', 'user-management'),
  portalPage('audit', 'Audit', 'system-config'),
  portalPage('operator-tokens', 'Operator tokens', 'user-management'),
  portalPage('erasure', 'Erasure', 'system-config'),
  portalPage('database-health', 'Database Health', 'system-config'),
  portalPage('ai-system-config', 'AI System Configuration', 'system-config'),
  portalPage('client-system-status', 'Client System Status', 'system-config'),
  portalPage('security-configuration', 'Security Configuration', 'system-config'),

  // AI administration
  aiPage('/ai', 'AI Dashboard', PORTAL),
  aiPage('/ai/clients', 'Client Selection'),
  aiPage('/ai/client-selection', 'Client Selection'),
  aiPage('/ai/add-client', 'Add Client', '/ai/clients'),
  aiPage('/ai/client/:clientId', 'Client', '/ai/clients', {
    crumb: 'Client {clientId}',
    nameParam: 'clientId',
  }),
  ...['/ai/widget/client/:clientId', '/ai/client-config/:clientId'].map((path) =>
    aiPage(path, 'Widget Configuration', '/ai/client/:clientId'),
  ),
  aiPage('/ai/client-conversations/:clientId', 'Conversations', '/ai/client/:clientId'),
  aiPage('/ai/client-content/:clientId', 'Manage Content', '/ai/client/:clientId'),
  aiPage('/ai/client-prompts/:clientId', 'Custom Prompts', '/ai/client/:clientId'),
  aiPage('/ai/chat', 'Chatbot Console'),
  // The page explains missing rights (002 §1).
  aiPage('/ai/settings', 'Global Settings', '/ai', { admitsOtherRoles: true }),
  aiPage('/ai/roi-calculator', 'ROI Calculator'),
  aiPage('/ai/client-analytics', 'Analytics', '/ai/clients'),
  aiPage('/ai/widget/test', 'Widget Testing'),
  aiPage('/ai/widget/global', 'Global Widget Templates'),

  // Property hub
  pageRow('/propertyhub/model', 'Scoring model', ADMINS, { parent: '/propertyhub' }),
  pageRow('/propertyhub/environment', 'Environmental and infrastructure layers', ADMINS, {
    parent: '/propertyhub',
    crumb: 'Layers',
  }),
  pageRow('/propertyhub/imports/new', 'Import parcels', SUPER_ADMIN, { parent: '/propertyhub' }),
  pageRow('/propertyhub/imports/:importId', 'Import', SUPER_ADMIN, { parent: '/propertyhub' }),
  ...hub('/propertyhub', PORTAL, { access: ADMINS }),

  // The client's portal
  pageRow('/client/portal', 'Client Portal', 'client', { hidesCrumbs: true }),
  pageRow('/ClientPortal', 'Client Portal', 'client', { hidesCrumbs: true }),
  pageRow('/client/:clientId/portal', 'Client Portal', 'client', {
    crumb: 'Client {clientId}',
    nameParam: 'clientId',
    hidesCrumbs: true,
  }),
  ...['/client/:clientId', '/client'].flatMap((client) =>
    hub(`${client}/propertyhub`, `${client}/portal`, {
      access: 'client',
      product: 'has_geo_leads',
      anyClient: true,
    }),
  ),
];

/** Redirects; the query is kept. `home`: the visitor's start page. */
export const REDIRECTS: readonly { path: string; to: string }[] = [
  { path: '/dashboard', to: 'home' },
  { path: '/portal', to: 'home' },
  { path: '/admin/reports', to: '/ai/client-analytics' },
  { path: '/signup', to: '/SalesQuotePage' },
  { path: '/register', to: '/SalesQuotePage' },
  { path: '/verify-email', to: '/login-selection' },
  ...[
    'client',
    'client-content',
    'client-prompts',
    'client-conversations',
    'widget/client',
    'client-config',
  ].map((path) => ({ path: `/ai/${path}`, to: '/ai/clients' })),
  { path: '/ai-client/login', to: '/client/login' },
  { path: '/ai-client/setup', to: '/client/setup' },
  { path: '/ai-client/dashboard', to: '/client/portal' },
  { path: '/client/dashboard', to: '/client/portal' },
  { path: '/client/:clientId', to: '/client/:clientId/portal' },
  { path: '/property-hub/*', to: '/propertyhub/*' },
  { path: '/aduhub/*', to: '/propertyhub/*' },
  { path: '/client/aduhub/*', to: '/client/propertyhub/*' },
  { path: '/client/:clientId/aduhub/*', to: '/client/:clientId/propertyhub/*' },
];
