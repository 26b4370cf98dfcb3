import Koa from 'koa';
import compress from 'koa-compress';
import { DomainError, notFound } from '../errors.ts';
import type { PlatformPorts } from '../ports.ts';
import { allowAnyOrigin } from './any-origin.ts';
import { correlate } from './correlation.ts';
import { sendErrorResponse } from './errors.ts';
import { measure } from './measure.ts';
import { openApiRoute } from './openapi.ts';
import { checkOrigin } from './origin.ts';
import type { Route } from './route.ts';
import { createRouter, type RouterPorts } from './router.ts';
import { securityHeaders } from './security-headers.ts';
import { serveWeb } from './web.ts';

export interface AppPorts extends RouterPorts, Pick<PlatformPorts, 'log' | 'requestCounter'> {}

/** Creates the HTTP application: the routes, and the web build if configured. */
export async function createApp(routes: readonly Route[], ports: AppPorts): Promise<Koa> {
  const { config, log } = ports;
  // Only the last address in X-Forwarded-For comes from the proxy; the caller can forge the others.
  const app = new Koa({ proxy: config.TRUST_PROXY, maxIpsCount: 1 });
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const router = createRouter([...routes, openApiRoute(routes, config)], ports);

  app.use(measure(ports.requestCounter, log));
  // Outermost, so that every error gets a response.
  app.use(async (ctx, next) => {
    correlate(ctx);
    try {
      await next();
    } catch (error) {
      sendErrorResponse(ctx, error, log);
    }
  });
  app.use(await securityHeaders({ webDir: config.WEB_DIR, isHttps, tilesUrl: config.MAP_TILES_URL }));
  app.use(compress());
  app.use(allowAnyOrigin(routes));
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

  app.on('error', (error: Error) =>
    log.debug(
      { event: 'response.interrupted', err: error },
      'Response interrupted: the client disconnected or a stream failed',
    ),
  );
  return app;
}

const isKnownPath = (path: string, router: ReturnType<typeof createRouter>) =>
  router.stack.some((layer) => layer.match(path));

const methodNotAllowed = () =>
  new DomainError('not_allowed', 'METHOD_NOT_ALLOWED', 'This method is not allowed for this URL.');
