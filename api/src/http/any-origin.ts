import type { Middleware } from 'koa';
import type { Route } from './route.ts';

/** A browser need not ask again for a day whether it may ask. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Lets pages of other sites reach the routes that are for them (DESIGN §7). A preflight says no more than that such a
 * call can be made, without cookies; whether its answer may be read is said by the answer, for the site that asked.
 */
export function openToAnyOrigin(routes: readonly Route[]): Middleware {
  const paths = routes.filter(({ anyOrigin }) => anyOrigin).map(({ path }) => patternOf(path));
  return (ctx, next) => {
    if (!paths.some((path) => path.test(ctx.path))) return next();
    ctx.state.anyOrigin = true;
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (ctx.method !== 'OPTIONS') return next();
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Allow-Methods', 'GET, POST');
    ctx.set('Access-Control-Allow-Headers', 'Authorization, Content-Type');
    ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    ctx.status = 204;
  };
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
