import type { Context } from 'koa';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { forbidden, notFound, unauthenticated } from '../http/errors.ts';
import { isCrossOrigin } from '../http/origin.ts';
import { isAuthorizedOrigin, siteOf } from './origins.ts';
import { type LiveWidget, liveWidgetOf } from './queries.ts';
import { type Counted, createWidgetLimits } from './rate-limits.ts';
import { createWidgetTokens } from './tokens.ts';

/** Somebody at a client's widget. */
export interface Visitor {
  widget: LiveWidget;
  /** Our own test page, or the client's site. */
  source: 'website' | 'test';
  domain: string | null;
}

export interface Visitors {
  /** A token for the site that asks. Throws unless it is one of the client's. */
  admit(ctx: Context, clientId: string): Promise<{ token: string; expiresAt: Date }>;
  /** Who shows a token, from the very site that it was made for, which still has to be one of the client's. */
  authenticate(ctx: Context, counted: Counted): Promise<Visitor>;
}

/** Guards what widgets call (DESIGN §7). An answer may be read by the site that asked only when it is the client's. */
export function createVisitors({ pool, pg, config }: Deps): Visitors {
  const tokens = createWidgetTokens(config.JWT_SECRET);
  const limits = createWidgetLimits(pg);

  async function visit(ctx: Context, clientId: string, counted: Counted): Promise<Visitor> {
    const origin = ctx.get('Origin');
    if (origin === '') throw forbidden('ORIGIN_REQUIRED');
    const isOwn = !isCrossOrigin(ctx, config.PUBLIC_URL);
    const widget = await liveWidgetOf(pool, clientId);
    if (!widget) throw notFound();
    if (!isOwn && !isAuthorizedOrigin(origin, widget.domains)) throw domainNotAuthorized();
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', 'Retry-After');
    ctx.vary('Origin');
    if (!widget.inUse) throw notFound();
    await limits.count(counted, clientId, ctx.ip, widget.rateLimitPerMinute);
    return { widget, source: isOwn ? 'test' : 'website', domain: isOwn ? null : (siteOf(origin) ?? null) };
  }

  return {
    async admit(ctx, clientId) {
      const { widget } = await visit(ctx, clientId, 'token');
      return tokens.issue({ clientId, origin: ctx.get('Origin') }, widget.tokenExpiryMinutes);
    },
    async authenticate(ctx, counted) {
      const authorization = ctx.get('Authorization');
      const token = authorization.startsWith('Bearer ') ? tokens.read(authorization.slice(7)) : undefined;
      if (!token) return refuse(ctx);
      if (token.origin !== ctx.get('Origin')) throw forbidden('ORIGIN_MISMATCH');
      return visit(ctx, token.clientId, counted);
    },
  };
}

/** The widget has to be able to read this: it fetches a new token then. Nothing in it is anybody's. */
function refuse(ctx: Context): never {
  ctx.set('Access-Control-Allow-Origin', '*');
  throw unauthenticated();
}

const domainNotAuthorized = () =>
  new DomainError('forbidden', 'DOMAIN_NOT_AUTHORIZED', 'You do not have permission to perform this action.');
