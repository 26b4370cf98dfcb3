import type { PlanTier, StaffRole } from '@landline/event-schemas';
import { generatePath } from 'react-router-dom';
import type { PageRow, Product } from './open-pages.ts';

/** The client that somebody belongs to or acts as. */
export interface VisitorClient extends Record<Product, boolean> {
  id: string;
  name: string;
  planTier: PlanTier;
  demo: boolean;
}

/** Who asks for a page. */
export type Visitor =
  | { kind: 'anonymous' }
  | { kind: 'staff'; role: StaffRole }
  | { kind: 'client'; client: VisitorClient }
  /** A SuperAdmin who acts as this client. */
  | { kind: 'impersonating'; client: VisitorClient };

/** `remember`: the page is shown after signing in. */
export type Decision = { enter: true } | { enter: false; to: string; remember?: true };

export interface Request {
  pathname: string;
  search: string;
  params: Readonly<Record<string, string | undefined>>;
}

const ENTER: Decision = { enter: true };
const leadTo = (to: string): Decision => ({ enter: false, to });
const signInAt = (to: string): Decision => ({ enter: false, to, remember: true });

const CLIENT_PORTAL = '/client/portal';

/** Where somebody works (spec 000 §2). */
export function homeOf(visitor: Visitor): string {
  if (visitor.kind === 'anonymous') return '/';
  return visitor.kind === 'staff' ? `/${visitor.role}Portal` : CLIENT_PORTAL;
}

/** Where an address of REDIRECTS leads: `home`, or another address with the same parts and query. */
export function landingOf(to: string, visitor: Visitor, { params, search }: Request): string {
  if (to === 'home') return visitor.kind === 'anonymous' ? '/login-selection' : homeOf(visitor);
  return generatePath(to, params).replace(/\/$/, '') + search;
}

/** Whether somebody may open a page, and where they land otherwise (spec 000 §6). */
export function decide(row: PageRow, visitor: Visitor, request: Request): Decision {
  switch (row.who) {
    case 'anyone':
      return ENTER;
    case 'door':
    case 'client-door':
      return decideDoor(row.who, visitor, request);
    case 'client':
      return decideClient(row, visitor, request);
    default:
      return decideStaff(row, visitor, request);
  }
}

/** Who is signed in skips the sign-in, unless they come from a logout or chose to sign in (spec 000 §2). */
function decideDoor(door: 'door' | 'client-door', visitor: Visitor, { search }: Request): Decision {
  const query = new URLSearchParams(search);
  if (query.get('action') === 'logout' || query.get('from') === 'selection') return ENTER;
  if (visitor.kind === 'anonymous') return ENTER;
  // A SuperAdmin is sent to the client's sign-in from client pages, and has to see it.
  return door === 'client-door' && visitor.kind === 'staff' ? ENTER : leadTo(homeOf(visitor));
}

function decideStaff(row: PageRow, visitor: Visitor, { pathname, search }: Request): Decision {
  if (visitor.kind === 'anonymous') return signInAt('/login');
  if (visitor.kind !== 'staff') {
    return leadTo(
      /^\/propertyhub/i.test(pathname) ? `/client/${visitor.client.id}${pathname}${search}` : CLIENT_PORTAL,
    );
  }
  if (Array.isArray(row.who) && row.who.includes(visitor.role)) return ENTER;
  if (row.tells) return ENTER;
  return leadTo(visitor.role === 'SuperAdmin' ? homeOf(visitor) : (row.otherwise ?? '/Unauthorized'));
}

function decideClient(row: PageRow, visitor: Visitor, { pathname, params }: Request): Decision {
  if (visitor.kind === 'anonymous') return signInAt('/client/login');
  if (visitor.kind === 'staff') {
    if (visitor.role !== 'SuperAdmin') return leadTo('/Unauthorized');
    if (!row.anyClient) return leadTo('/client/login');
    return params.clientId === undefined ? leadTo(pathname.replace(/^\/client/i, '')) : ENTER;
  }
  const { client } = visitor;
  const another = params.clientId !== undefined && params.clientId !== client.id;
  if (another || (row.product && !client[row.product])) return leadTo(CLIENT_PORTAL);
  return ENTER;
}
