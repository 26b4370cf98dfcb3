import type { Middleware } from 'koa';
import type { Route } from './route.ts';

/** Cache lifetime of a preflight response; one day. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Allows cross-origin requests without cookies to routes with `anyOrigin`. The preflight allows every site; the handler
 * decides which sites may read the response.
 */
export function allowAnyOrigin(routes: readonly Route[]): Middleware {
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
