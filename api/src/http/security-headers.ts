import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/**
 * Security headers for the api and for a single-page application built by Vite: everything from this origin alone.
 * Styles may stand inline (Mantine writes them), scripts only those that the built page itself holds.
 */
export async function securityHeaders(options: {
  webDir: string | undefined;
  isHttps: boolean;
  /** Where the tiles of maps come from, if from anywhere. */
  tilesUrl: string | undefined;
}): Promise<Middleware> {
  const self = "'self'";
  const tiles = options.tilesUrl === undefined ? [] : [new URL(options.tilesUrl).origin];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self, ...(await inlineScripts(options.webDir))],
        styleSrc: [self, "'unsafe-inline'"],
        imgSrc: [self, 'data:', 'blob:', ...tiles],
        fontSrc: [self, 'data:'],
        connectSrc: [self, ...tiles],
        workerSrc: [self, 'blob:'],
        objectSrc: ["'none'"],
        baseUri: [self],
        formAction: [self],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: options.isHttps,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}

/** Hashes of the scripts that stand in the built page: whatever else appears there does not run. */
async function inlineScripts(webDir: string | undefined): Promise<string[]> {
  if (webDir === undefined) return [];
  const page = await readFile(path.join(webDir, 'index.html'), 'utf8').catch(() => '');
  return [...page.matchAll(/<script(?:\s[^>]*)?>([^<]+)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
