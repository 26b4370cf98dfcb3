import type { PlanTier, StaffRole } from '@landline/event-schemas';

/** `door`: the sign-in pages, which who is signed in skips. `client`: a client's user, or staff acting as one. */
type Who = 'anyone' | 'door' | 'client-door' | 'client' | readonly StaffRole[];

export type Product = 'has_ai_assistant' | 'has_geo_leads';

export interface PageRow {
  path: string;
  title: string;
  who: Who;
  /** Where it hangs: another row's path, or one of its tabs. None: it stands alone and shows no breadcrumbs. */
  parent?: string;
  /** What it is called in breadcrumbs, where that is not the title; `{name}` is a part of the address. */
  crumb?: string;
  /** The part of the address that has a name of its own, shown instead of `crumb` once it is known. */
  named?: string;
  /** Kept from the breadcrumbs of others: it is a root of its own (spec 000 §2). */
  hidesCrumbs?: true;
  /** What the client must have. */
  product?: Product;
  /** What the client's plan must at least be: a lower one sees the page blurred, with an offer. */
  tier?: PlanTier;
  /** Closed to demo clients. */
  demo?: 'closed';
  /** A SuperAdmin may open it for any client without acting as one (001 §2). */
  anyClient?: true;
  /** Where staff of other roles land instead of /Unauthorized. */
  otherwise?: string;
  /** Staff of other roles are let in to be told that they may not, and led away by the page itself. */
  tells?: true;
}

export const page = (path: string, title: string, who: Who, more: Partial<PageRow> = {}): PageRow => ({
  path,
  title,
  who,
  ...more,
});
const open = (path: string, title: string, parent = '/') => page(path, title, 'anyone', { parent });

/** The pages that need no session, where one that expires leaves people (spec 000 §2). The first screens know no others. */
export const OPEN_PAGES: readonly PageRow[] = [
  // Public pages
  page('/', 'Home', 'anyone', { hidesCrumbs: true }),
  page('/home', 'Home', 'anyone', { hidesCrumbs: true }),
  open('/About', 'About'),
  open('/Contact', 'Contact'),
  open('/Support', 'Support'),
  open('/Resources', 'Resources'),
  open('/Careers', 'Careers'),
  open('/terms-of-use', 'Terms of Use'),
  open('/TermsOfUse', 'Terms of Use'),
  open('/privacy-policy', 'Privacy Policy'),
  open('/PrivacyPolicy', 'Privacy Policy'),
  open('/cookie-policy', 'Cookie Policy'),
  open('/CookiePolicy', 'Cookie Policy'),
  open('/SalesQuotePage', 'Sales Quote', '/Contact'),
  page('/newsletter/unsubscribe', 'Unsubscribe', 'anyone', { parent: '/' }),
  open('/ai/pricing', 'Pricing'),
  page('/shared-report', 'Analytics Report', 'anyone', { parent: '/' }),
  page('/Unauthorized', 'Access Denied', 'anyone'),

  // Sign-in
  page('/login-selection', 'Sign In', 'anyone', { hidesCrumbs: true }),
  page('/login', 'Admin Login', 'door', { hidesCrumbs: true }),
  page('/ForgotPassword', 'Forgot Password', 'anyone', { hidesCrumbs: true }),
  page('/forgot-password', 'Forgot Password', 'anyone', { hidesCrumbs: true }),
  page('/setup', 'Complete Your Account Setup', 'anyone', { hidesCrumbs: true }),
  page('/client/login', 'Client Login', 'client-door', { hidesCrumbs: true }),
  page('/client/setup', 'Complete Your Account Setup', 'anyone', { hidesCrumbs: true }),
];

/** Whether nobody has to be signed in to look at an address. */
export function isOpen(pathname: string): boolean {
  const address = pathname.toLowerCase().replace(/(.)\/+$/, '$1');
  return OPEN_PAGES.some(({ path }) => path.toLowerCase() === address);
}

/** The row of a path as the route files write it. */
export function rowOf(path: string, rows: readonly PageRow[]): PageRow | undefined {
  return rows.find((row) => row.path.toLowerCase() === path.toLowerCase());
}
