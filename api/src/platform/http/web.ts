import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context, Middleware } from 'koa';

/** Vite puts a content hash into the names of these files, so they never change. */
const HASHED = '/assets/';

/** Serves the web build: its files, and index.html for paths without an extension, which the client-side router handles. */
export function serveWeb(webDir: string): Middleware {
  const root = path.resolve(webDir);
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    const file = resolvePath(root, ctx.path);
    if (file !== undefined && (await send(ctx, file))) return;
    if (ctx.path.startsWith(HASHED) || path.extname(ctx.path) !== '') return next();
    if (!(await send(ctx, path.join(root, 'index.html')))) return next();
  };
}

/** Resolves a URL path; undefined if it is invalid or outside the web build's directory. */
function resolvePath(root: string, urlPath: string): string | undefined {
  try {
    const file = path.join(root, decodeURIComponent(urlPath));
    return file.startsWith(root + path.sep) && !file.includes('\0') ? file : undefined;
  } catch {
    return undefined; // malformed percent-encoding
  }
}

/** Compressed copies that the build puts beside a file, smallest first. */
const COMPRESSED = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

async function compressedCopyOf(ctx: Context, file: string) {
  for (const { encoding, suffix } of COMPRESSED) {
    if (ctx.acceptsEncodings(encoding) !== encoding) continue;
    const stats = await statFile(file + suffix);
    if (stats) return { file: file + suffix, encoding, stats };
  }
  return undefined;
}

async function statFile(file: string): Promise<Stats | undefined> {
  const stats = await stat(file).catch(() => undefined); // missing, or not a valid name
  return stats?.isFile() ? stats : undefined;
}

async function send(ctx: Context, file: string): Promise<boolean> {
  const original = await statFile(file);
  if (!original) return false;
  const copy = await compressedCopyOf(ctx, file);
  const { size, mtimeMs } = copy?.stats ?? original;
  ctx.type = path.extname(file);
  ctx.vary('Accept-Encoding');
  ctx.set('Cache-Control', ctx.path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('ETag', `W/"${size.toString(36)}-${mtimeMs.toString(36)}"`);
  if (copy) ctx.set('Content-Encoding', copy.encoding);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return true;
  }
  ctx.body = ctx.method === 'HEAD' ? '' : createReadStream(copy?.file ?? file);
  ctx.length = size; // after the body, because a text as body sets its own length
  return true;
}
