import type { Context } from 'koa';
import { forbidden, notFound, unauthenticated } from '../../platform/errors.ts';
import { bearerTokenOf } from '../../platform/http/access.ts';
import { isCrossOrigin } from '../../platform/http/origin.ts';
import type { AssistantPorts } from '../ports.ts';
import { isAuthorizedOrigin, webHostOf } from './origins.ts';
import { type LiveWidget, liveWidgetOf } from './queries.ts';
import { createWidgetLimits, type LimitKind } from './rate-limits.ts';
import { createWidgetTokens } from './tokens.ts';

/** Visitor of a client's widget. */
export interface Visitor {
  widget: LiveWidget;
  /** `test` for the product's own pages, `website` for the client's. */
  source: 'website' | 'test';
  domain: string | null;
}

interface Visitors {
  /** Issues a token for the calling site; throws if the site is not authorized. */
  issueToken(ctx: Context, clientId: string): Promise<{ token: string; expiresAt: Date }>;
  /** Returns the visitor who sent a valid token; throws if it was issued to another site or the site lost authorization. */
  authenticate(ctx: Context, kind: LimitKind): Promise<Visitor>;
}

/** Authenticates the requests of widgets. CORS headers allow only authorized sites to read responses. */
export function createVisitors({ pool, pg, config }: AssistantPorts): Visitors {
  const tokens = createWidgetTokens(config.JWT_SECRET);
  const limits = createWidgetLimits(pg);

  async function visit(ctx: Context, clientId: string, kind: LimitKind): Promise<Visitor> {
    const origin = ctx.get('Origin');
    if (origin === '') throw forbidden('ORIGIN_REQUIRED');
    const isOwn = !isCrossOrigin(ctx, config.PUBLIC_URL);
    const widget = await liveWidgetOf(pool, clientId);
    if (!widget) throw notFound();
    if (!isOwn && !isAuthorizedOrigin(origin, widget.domains)) throw forbidden('DOMAIN_NOT_AUTHORIZED');
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', 'Retry-After');
    ctx.vary('Origin');
    if (!widget.inUse) throw notFound();
    await limits.count(kind, clientId, ctx.ip, widget.rateLimitPerMinute);
    return { widget, source: isOwn ? 'test' : 'website', domain: isOwn ? null : (webHostOf(origin) ?? null) };
  }

  return {
    async issueToken(ctx, clientId) {
      const { widget } = await visit(ctx, clientId, 'token');
      return tokens.issue({ clientId, origin: ctx.get('Origin') }, widget.tokenExpiryMinutes);
    },
    async authenticate(ctx, kind) {
      const bearerToken = bearerTokenOf(ctx);
      const token = bearerToken && tokens.read(bearerToken);
      if (!token) return rejectToken(ctx);
      if (token.origin !== ctx.get('Origin')) throw forbidden('ORIGIN_MISMATCH');
      return visit(ctx, token.clientId, kind);
    },
  };
}

/** Throws 401. Any site may read the response, which contains no data, so that the widget can fetch a new token. */
function rejectToken(ctx: Context): never {
  ctx.set('Access-Control-Allow-Origin', '*');
  throw unauthenticated();
}
