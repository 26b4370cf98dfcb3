import { createHash } from 'node:crypto';
import path from 'node:path';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/**
 * Sets the security headers of the API and the web build: same-origin content only. Inline styles are allowed
 * (Mantine uses them); inline scripts only if the built page contains them.
 */
export async function securityHeaders(options: {
  webDir: string | undefined;
  isHttps: boolean;
  /** URL template of map tiles. */
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

/** Returns the CSP hashes of the inline scripts in the built page. */
async function inlineScripts(webDir: string | undefined): Promise<string[]> {
  if (webDir === undefined) return [];
  const page = (await readFileIfExists(path.join(webDir, 'index.html')))?.toString() ?? '';
  return [...page.matchAll(/<script(?:\s[^>]*)?>([^<]+)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
