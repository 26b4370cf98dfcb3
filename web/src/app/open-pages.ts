import type { PlanTier, StaffRole } from '@landline/event-schemas';

/** `sign-in`: sign-in pages, skipped by signed-in visitors. `client`: client users, and staff acting as a client. */
type PageAccess = 'anyone' | 'sign-in' | 'client-sign-in' | 'client' | readonly StaffRole[];

export type Product = 'has_ai_assistant' | 'has_geo_leads';

export interface PageRow {
  path: string;
  title: string;
  access: PageAccess;
  /** Breadcrumb parent: another row's path, or one of its tabs. Without it, no breadcrumbs are shown. */
  parent?: string;
  /** Breadcrumb label if it differs from the title; `{name}` is replaced by the route param of that name. */
  crumb?: string;
  /** Route param whose display name replaces `crumb` once it is known. */
  nameParam?: string;
  /** Hides the breadcrumbs of this page (spec 000 §2). */
  hidesCrumbs?: true;
  /** Product that the client must have. */
  product?: Product;
  /** Lowest plan with access; clients on a lower plan see the page blurred behind an upgrade offer. */
  tier?: PlanTier;
  /** True if a SuperAdmin may open the page for any client without acting as that client (001 §2). */
  anyClient?: true;
  /** Redirect for staff of other roles (default: /Unauthorized). */
  otherRolesTo?: string;
  /** True if staff of other roles may open the page, which then explains the missing rights and redirects. */
  admitsOtherRoles?: true;
}

export const pageRow = (
  path: string,
  title: string,
  access: PageAccess,
  more: Partial<PageRow> = {},
): PageRow => ({
  path,
  title,
  access,
  ...more,
});
const publicPage = (path: string, title: string, parent = '/') => pageRow(path, title, 'anyone', { parent });

/**
 * Pages that need no session, so users stay on them when the session expires (spec 000 §2). The first screens load
 * only these rows.
 */
export const OPEN_PAGES: readonly PageRow[] = [
  // Public pages
  pageRow('/', 'Home', 'anyone', { hidesCrumbs: true }),
  pageRow('/home', 'Home', 'anyone', { hidesCrumbs: true }),
  publicPage('/About', 'About'),
  publicPage('/Contact', 'Contact'),
  publicPage('/Support', 'Support'),
  publicPage('/Resources', 'Resources'),
  publicPage('/Careers', 'Careers'),
  publicPage('/terms-of-use', 'Terms of Use'),
  publicPage('/TermsOfUse', 'Terms of Use'),
  publicPage('/privacy-policy', 'Privacy Policy'),
  publicPage('/PrivacyPolicy', 'Privacy Policy'),
  publicPage('/cookie-policy', 'Cookie Policy'),
  publicPage('/CookiePolicy', 'Cookie Policy'),
  publicPage('/SalesQuotePage', 'Sales Quote', '/Contact'),
  pageRow('/newsletter/unsubscribe', 'Unsubscribe', 'anyone', { parent: '/' }),
  publicPage('/ai/pricing', 'Pricing'),
  pageRow('/shared-report', 'Analytics Report', 'anyone', { parent: '/' }),
  pageRow('/Unauthorized', 'Access Denied', 'anyone'),

  // Sign-in
  pageRow('/login-selection', 'Sign In', 'anyone', { hidesCrumbs: true }),
  pageRow('/login', 'Admin Login', 'sign-in', { hidesCrumbs: true }),
  pageRow('/ForgotPassword', 'Forgot Password', 'anyone', { hidesCrumbs: true }),
  pageRow('/forgot-password', 'Forgot Password', 'anyone', { hidesCrumbs: true }),
  pageRow('/setup', 'Complete Your Account Setup', 'anyone', { hidesCrumbs: true }),
  pageRow('/confirm-email', 'Confirm Your Email Address', 'anyone', { hidesCrumbs: true }),
  pageRow('/client/confirm-email', 'Confirm Your Email Address', 'anyone', { hidesCrumbs: true }),
  pageRow('/client/login', 'Client Login', 'client-sign-in', { hidesCrumbs: true }),
  pageRow('/client/setup', 'Complete Your Account Setup', 'anyone', { hidesCrumbs: true }),
];

/** Returns whether a path needs no session. */
export function needsNoSession(pathname: string): boolean {
  const normalized = pathname.toLowerCase().replace(/(.)\/+$/, '$1');
  return OPEN_PAGES.some(({ path }) => path.toLowerCase() === normalized);
}

/** Returns the row of a path, as written in the route files. */
export function rowOf(path: string, rows: readonly PageRow[]): PageRow | undefined {
  return rows.find((row) => row.path.toLowerCase() === path.toLowerCase());
}
