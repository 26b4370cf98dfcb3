import type { Context } from 'koa';
import { DomainError, forbidden, unauthenticated } from '../errors.ts';
import type { Attack } from '../metrics/record-request.ts';
import type { PlatformPorts } from '../ports.ts';
import { isCrossOrigin } from './origin.ts';
import type { ClientRequirements, Route } from './route.ts';
import { secretCookie } from './secret-cookie.ts';
import {
  type Authenticator,
  type LoadClientAccess,
  OPERATOR_TOKEN_PREFIX,
  type OperatorAuthenticator,
  type Session,
} from './session.ts';

export const ACCESS_COOKIE = 'access_token';

/** Returns the token of the `Authorization` header, whose scheme may be written in any case (RFC 9110 §11.1). */
export const bearerTokenOf = (ctx: Context): string | undefined =>
  /^bearer +(.+)$/i.exec(ctx.get('Authorization'))?.[1];

/** Returns the bearer token or the access cookie. */
export const accessTokenOf = (ctx: Context, publicUrl: string | undefined): string | undefined =>
  bearerTokenOf(ctx) ?? ctx.cookies.get(secretCookie(ctx, ACCESS_COOKIE, publicUrl));

export interface GuardPorts extends Pick<PlatformPorts, 'config'> {
  sessions: Authenticator;
  operatorTokens: OperatorAuthenticator;
  loadClientAccess: LoadClientAccess;
}

/**
 * Authenticates and authorizes a request. Throws 401 without a session; 403 for another role, and for a client that is
 * closed or deactivated or does not meet the route's requirements.
 */
export async function authorize(
  ctx: Context,
  route: Pick<Route, 'may' | 'ofClient' | 'asStaff' | 'anyOrigin' | 'operatorScope'>,
  ports: GuardPorts,
): Promise<Session | undefined> {
  const { may, ofClient = {}, asStaff, anyOrigin } = route;
  const token =
    anyOrigin && isCrossOrigin(ctx, ports.config.PUBLIC_URL)
      ? undefined
      : accessTokenOf(ctx, ports.config.PUBLIC_URL);
  if (token?.startsWith(OPERATOR_TOKEN_PREFIX)) return authorizeOperator(route, token, ports);
  const callerSession = token === undefined ? undefined : await ports.sessions.authenticate(token);
  if (token !== undefined && !callerSession && ports.sessions.isForged(token))
    ctx.state.attack = 'forged_token' satisfies Attack;
  const session = callerSession && (asStaff ? callerSession : asImpersonatedClient(callerSession));
  if (may === 'anyone') return session;
  if (!session) throw unauthenticated();
  assertRole(may, session);
  if (session.actor.role !== 'ClientUser') return session;
  const clientAccess = session.clientAccess ?? (await ports.loadClientAccess(session.actor.clientId ?? ''));
  assertOwn(ctx.get('X-Client-Id') || undefined, session);
  if (!clientAccess?.inUse) throw forbidden('CLIENT_NOT_IN_USE');
  if (ofClient.notImpersonating && session.actor.impersonatedBy !== undefined)
    throw forbidden('IMPERSONATING');
  assertRequirements(clientAccess, ofClient);
  return { ...session, clientAccess };
}

/** Throws 403 unless the route declares a scope and the operator token has it. Public routes ignore the token. */
async function authorizeOperator(
  { may, operatorScope }: Pick<Route, 'may' | 'operatorScope'>,
  token: string,
  { operatorTokens }: GuardPorts,
): Promise<Session | undefined> {
  if (may === 'anyone') return undefined;
  const session = await operatorTokens.authenticate(token);
  if (!session) throw unauthenticated();
  if (operatorScope === undefined)
    throw new DomainError(
      'forbidden',
      'NOT_FOR_OPERATOR_TOKENS',
      'Operator tokens cannot make this request. Sign in instead.',
    );
  if (!session.operatorScopes?.includes(operatorScope))
    throw new DomainError(
      'forbidden',
      'OPERATOR_SCOPE_MISSING',
      `This operator token lacks the permission "${operatorScope}".`,
    );
  assertRole(may, session);
  return session;
}

function assertRole(may: Exclude<Route['may'], 'anyone'>, { actor }: Session): void {
  if (may !== 'signed-in' && !may.some((role) => role === actor.role)) throw forbidden();
}

/** Returns the session of the impersonated client, with the SuperAdmin as the impersonator (spec 000 §6). */
function asImpersonatedClient(session: Session): Session {
  const { actor, impersonation } = session;
  if (!impersonation) return session;
  const { clientId } = impersonation;
  return { ...session, actor: { id: actor.id, role: 'ClientUser', clientId, impersonatedBy: actor.id } };
}

/** Rejects a client user's request for another client. Staff may access every client. */
export function assertOwn(clientId: string | undefined, { actor }: Pick<Session, 'actor'>): void {
  if (actor.role === 'ClientUser' && clientId !== undefined && clientId !== actor.clientId) throw forbidden();
}

const FEATURES = { ai_assistant: 'AI Assistant', geo_leads: 'Property Finder' } as const;

/** Throws errors with the messages prescribed by spec 000 §2. */
function assertRequirements(
  access: NonNullable<Session['clientAccess']>,
  { product, notInDemo }: ClientRequirements,
): void {
  if (product !== undefined && !access[`has_${product}`]) {
    throw new DomainError(
      'forbidden',
      'PRODUCT_REQUIRED',
      `You don't have access to ${FEATURES[product]}. Please contact your administrator to enable this feature.`,
      { data: { product } },
    );
  }
  if (notInDemo && access.demo_mode) {
    throw new DomainError('forbidden', 'DEMO_ACCOUNT', 'Not available in demo mode');
  }
}
