import Koa from 'koa';
import compress from 'koa-compress';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { ReadModelPositions } from '../live/read-model-positions.ts';
import { openToAnyOrigin } from './any-origin.ts';
import { correlate } from './correlation.ts';
import { answerError, notFound } from './errors.ts';
import { measure } from './measure.ts';
import { openApiRoute } from './openapi.ts';
import { checkOrigin } from './origin.ts';
import type { Route } from './route.ts';
import { createRouter } from './router.ts';
import { securityHeaders } from './security-headers.ts';
import { serveWeb } from './web.ts';

interface AppDeps
  extends Pick<Deps, 'config' | 'log' | 'commands' | 'logId' | 'secrets' | 'sessions' | 'pg' | 'tally'> {
  positions: ReadModelPositions;
}

/** The HTTP application over these routes, and over the built web when there is one. */
export async function createApp(routes: readonly Route[], deps: AppDeps): Promise<Koa> {
  const { config, log } = deps;
  // Of the addresses that a proxy names, only the last is its own: the others are the caller's word.
  const app = new Koa({ proxy: config.TRUST_PROXY, maxIpsCount: 1 });
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const router = createRouter([...routes, openApiRoute(routes, config.PRODUCT_NAME)], deps);

  app.use(measure(deps.tally, log));
  // Around all others, so that nothing that is thrown escapes unanswered.
  app.use(async (ctx, next) => {
    correlate(ctx);
    try {
      await next();
    } catch (error) {
      answerError(ctx, error, log);
    }
  });
  app.use(await securityHeaders({ webDir: config.WEB_DIR, isHttps, tilesUrl: config.MAP_TILES_URL }));
  app.use(compress());
  app.use(openToAnyOrigin(routes));
  app.use((ctx, next) => {
    if (!ctx.state.anyOrigin) checkOrigin(ctx, config.PUBLIC_URL);
    if (ctx.path.startsWith('/api/')) ctx.set('Cache-Control', 'no-store');
    return next();
  });
  app.use(router.routes());
  if (config.WEB_DIR !== undefined) app.use(serveWeb(config.WEB_DIR));
  app.use((ctx) => {
    throw isKnownPath(ctx.path, router) ? methodNotAllowed() : notFound();
  });

  // What breaks while an answer is being sent: the caller went away, or a stream failed halfway.
  app.on('error', (error: Error) => log.debug({ err: error }, 'An answer was not sent to its end'));
  return app;
}

const isKnownPath = (path: string, router: ReturnType<typeof createRouter>) =>
  router.stack.some((layer) => layer.match(path));

const methodNotAllowed = () =>
  new DomainError('not_allowed', 'METHOD_NOT_ALLOWED', 'This method is not allowed here.');
