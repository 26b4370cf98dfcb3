import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context, Middleware } from 'koa';

/** Vite puts a hash of the content into the names of what it builds here: such a file never changes. */
const HASHED = '/assets/';

/** Serves the built web: its files, and its page for every other address, which the page's own router reads. */
export function serveWeb(webDir: string): Middleware {
  const root = path.resolve(webDir);
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    const file = fileOf(root, ctx.path);
    if (file !== undefined && (await send(ctx, file))) return;
    if (ctx.path.startsWith(HASHED) || path.extname(ctx.path) !== '') return next();
    if (!(await send(ctx, path.join(root, 'index.html')))) return next();
  };
}

/** The file that an address names, or undefined when it would lie outside of the web or cannot be a name. */
function fileOf(root: string, urlPath: string): string | undefined {
  try {
    const file = path.join(root, decodeURIComponent(urlPath));
    return file.startsWith(root + path.sep) && !file.includes('\0') ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Copies that the build has put beside a file, the smallest first. */
const COPIES = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** The copy of a file that the caller can read, if the build made one. */
async function copyFor(ctx: Context, file: string) {
  for (const { encoding, suffix } of COPIES) {
    if (ctx.acceptsEncodings(encoding) !== encoding) continue;
    const found = await fileAt(file + suffix);
    if (found) return { file: file + suffix, encoding, found };
  }
  return undefined;
}

async function fileAt(file: string): Promise<Stats | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? found : undefined;
}

async function send(ctx: Context, file: string): Promise<boolean> {
  const original = await fileAt(file);
  if (!original) return false;
  const copy = await copyFor(ctx, file);
  const { size, mtimeMs } = copy?.found ?? original;
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
  ctx.length = size;
  ctx.body = ctx.method === 'HEAD' ? '' : createReadStream(copy?.file ?? file);
  return true;
}
