import type { Context } from 'koa';
import { loadAccess } from '../clients/access.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Attack } from '../health/observe.ts';
import { forbidden, unauthenticated } from './errors.ts';
import { isCrossOrigin } from './origin.ts';
import type { ClientRequirements, Route, Session } from './route.ts';

/** Holds the access token; only the server reads it. */
export const ACCESS_COOKIE = 'access_token';

/** The access token of a request: a bearer token first, else the cookie. */
export function accessTokenOf(ctx: Context): string | undefined {
  const authorization = ctx.get('Authorization');
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim();
  return ctx.cookies.get(ACCESS_COOKIE);
}

type AccessDeps = Pick<Deps, 'sessions' | 'commands' | 'pg' | 'config'>;

/**
 * Who is calling, if it may: throws 401 without a session, 403 with one of another role, or of a client that is
 * closed, deactivated or without what the route asks of it.
 */
export async function admit(
  ctx: Context,
  { may, ofClient = {}, asStaff, anyOrigin }: Pick<Route, 'may' | 'ofClient' | 'asStaff' | 'anyOrigin'>,
  deps: AccessDeps,
): Promise<Session | undefined> {
  const token = anyOrigin && isCrossOrigin(ctx, deps.config.PUBLIC_URL) ? undefined : accessTokenOf(ctx);
  const found = token === undefined ? undefined : await deps.sessions.authenticate(token);
  if (token !== undefined && !found && deps.sessions.isForged(token))
    ctx.state.attack = 'forged_token' satisfies Attack;
  const session = found && (asStaff ? found : acting(found));
  if (may === 'anyone') return session;
  if (!session) throw unauthenticated();
  if (may !== 'signed-in' && !may.some((role) => role === session.actor.role)) throw forbidden();
  if (session.actor.role !== 'ClientUser') return session;
  const clientAccess = session.clientAccess ?? (await loadAccess(deps, session.actor.clientId ?? ''));
  assertOwn(ctx.get('X-Client-Id') || undefined, session);
  if (!clientAccess?.inUse) throw forbidden('CLIENT_NOT_IN_USE');
  if (ofClient.notImpersonating && session.actor.impersonatedBy !== undefined)
    throw forbidden('IMPERSONATING');
  assertRequirements(clientAccess, ofClient);
  return { ...session, clientAccess };
}

/** A SuperAdmin who impersonates a client is that client, and is recorded as who really acts (spec 000 §6). */
function acting(session: Session): Session {
  const { actor, impersonation } = session;
  if (!impersonation) return session;
  const { clientId } = impersonation;
  return { ...session, actor: { id: actor.id, role: 'ClientUser', clientId, impersonatedBy: actor.id } };
}

/** A client named in an address, a header or a body is the caller's own, or nothing is said about it. Staff may name any. */
export function assertOwn(clientId: string | undefined, { actor }: Pick<Session, 'actor'>): void {
  if (actor.role === 'ClientUser' && clientId !== undefined && clientId !== actor.clientId) throw forbidden();
}

const FEATURES = { ai_assistant: 'AI Assistant', geo_leads: 'Property Finder' } as const;

/** Texts of spec 000 §2. */
function assertRequirements(
  access: NonNullable<Session['clientAccess']>,
  { product, notInDemo }: ClientRequirements,
): void {
  if (product !== undefined && !access[`has_${product}`]) {
    throw new DomainError(
      'forbidden',
      'PRODUCT_REQUIRED',
      `You don't have access to ${FEATURES[product]}. Please contact your administrator to enable this feature.`,
    );
  }
  if (notInDemo && access.demo_mode) {
    throw new DomainError('forbidden', 'DEMO_ACCOUNT', 'Not available in demo mode');
  }
}
