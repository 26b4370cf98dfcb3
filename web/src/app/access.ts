import type { PlanTier, StaffRole } from '@landline/event-schemas';
import { generatePath } from 'react-router-dom';
import type { PageRow, Product } from './open-pages.ts';

/** The visitor's own client, or the one a SuperAdmin acts as. */
export interface VisitorClient extends Record<Product, boolean> {
  id: string;
  name: string;
  planTier: PlanTier;
  demo: boolean;
}

export type Visitor =
  | { kind: 'anonymous' }
  | { kind: 'staff'; role: StaffRole }
  | { kind: 'client'; client: VisitorClient }
  /** A SuperAdmin acting as this client. */
  | { kind: 'impersonating'; client: VisitorClient };

/** `remember`: the page is stored and shown after sign-in. */
type Decision = { enter: true } | { enter: false; to: string; remember?: true };

export interface PageRequest {
  pathname: string;
  search: string;
  params: Readonly<Record<string, string | undefined>>;
}

const ENTER: Decision = { enter: true };
const redirectTo = (to: string): Decision => ({ enter: false, to });
const signInAt = (to: string): Decision => ({ enter: false, to, remember: true });

const CLIENT_PORTAL = '/client/portal';

/** Returns the visitor's start page (spec 000 §2). */
export function homeOf(visitor: Visitor): string {
  if (visitor.kind === 'anonymous') return '/';
  return visitor.kind === 'staff' ? `/${visitor.role}Portal` : CLIENT_PORTAL;
}

/**
 * Returns the target of a row of REDIRECTS: the start page for `home`, otherwise the path with the same params and
 * query.
 */
export function redirectTarget(to: string, visitor: Visitor, { params, search }: PageRequest): string {
  if (to === 'home') return visitor.kind === 'anonymous' ? '/login-selection' : homeOf(visitor);
  return generatePath(to, params).replace(/\/$/, '') + search;
}

/** Decides whether a visitor may open a page and, if not, where they are redirected (spec 000 §6). */
export function decide(row: PageRow, visitor: Visitor, request: PageRequest): Decision {
  switch (row.access) {
    case 'anyone':
      return ENTER;
    case 'sign-in':
    case 'client-sign-in':
      return decideSignInPage(row.access, visitor, request);
    case 'client':
      return decideClient(row, visitor, request);
    default:
      return decideStaff(row, visitor, request);
  }
}

/** Signed-in visitors skip the sign-in pages unless they just logged out or chose to sign in (spec 000 §2). */
function decideSignInPage(
  page: 'sign-in' | 'client-sign-in',
  visitor: Visitor,
  { search }: PageRequest,
): Decision {
  const query = new URLSearchParams(search);
  if (query.get('action') === 'logout' || query.get('from') === 'selection') return ENTER;
  if (visitor.kind === 'anonymous') return ENTER;
  // Client pages redirect a SuperAdmin to the client sign-in, so it must be reachable.
  return page === 'client-sign-in' && visitor.kind === 'staff' ? ENTER : redirectTo(homeOf(visitor));
}

function decideStaff(row: PageRow, visitor: Visitor, { pathname, search }: PageRequest): Decision {
  if (visitor.kind === 'anonymous') return signInAt('/login');
  if (visitor.kind !== 'staff') {
    return redirectTo(
      /^\/propertyhub/i.test(pathname) ? `/client/${visitor.client.id}${pathname}${search}` : CLIENT_PORTAL,
    );
  }
  if (Array.isArray(row.access) && row.access.includes(visitor.role)) return ENTER;
  if (row.admitsOtherRoles) return ENTER;
  return redirectTo(visitor.role === 'SuperAdmin' ? homeOf(visitor) : (row.otherRolesTo ?? '/Unauthorized'));
}

function decideClient(row: PageRow, visitor: Visitor, { pathname, search, params }: PageRequest): Decision {
  if (visitor.kind === 'anonymous') return signInAt('/client/login');
  if (visitor.kind === 'staff') {
    if (visitor.role !== 'SuperAdmin') return redirectTo('/Unauthorized');
    if (!row.anyClient) return redirectTo('/client/login');
    return params.clientId === undefined ? redirectTo(pathname.replace(/^\/client/i, '') + search) : ENTER;
  }
  const { client } = visitor;
  const isOtherClient = params.clientId !== undefined && params.clientId !== client.id;
  if (isOtherClient || (row.product && !client[row.product])) return redirectTo(CLIENT_PORTAL);
  return ENTER;
}
