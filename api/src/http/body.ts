import { type Readable, Transform } from 'node:stream';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { DomainError } from '../errors.ts';

/** Most bytes of a JSON body. */
export const MAX_JSON_BYTES = 1024 * 1024;

const parseBody = koaBody({
  jsonLimit: MAX_JSON_BYTES,
  jsonStrict: true,
  json: true,
  text: false,
  urlencoded: false,
  multipart: false,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
});

const tooLarge = (maxBytes: number) =>
  new DomainError('too_large', 'TOO_LARGE', `This is too large: at most ${inWords(maxBytes)} are accepted.`);

/** The JSON body. Throws `MALFORMED`, `TOO_LARGE`. */
export async function jsonBody(ctx: Context): Promise<unknown> {
  if (!ctx.is('application/json', '+json')) {
    // Nothing was sent, or a form: no field of ours is there.
    if (!ctx.get('Content-Type')) return {};
    throw new DomainError('malformed', 'MALFORMED', 'The request body must be JSON.');
  }
  try {
    await parseBody(ctx, async () => {});
  } catch (error) {
    const { status } = error as { status?: unknown };
    if (status === 413) throw tooLarge(MAX_JSON_BYTES);
    if (status === 400 || error instanceof SyntaxError) {
      throw new DomainError('malformed', 'MALFORMED', 'The request body is not valid JSON.');
    }
    if (status === 415)
      throw new DomainError('malformed', 'MALFORMED', 'The encoding of the body is not known.');
    throw error;
  }
  return ctx.request.body;
}

/** The body as it arrives, of at most so many bytes. Throws `TOO_LARGE` when the sender says that it is larger. */
export function uploadOf(ctx: Context, maxBytes: number): Readable {
  if (Number(ctx.get('Content-Length')) > maxBytes) throw tooLarge(maxBytes);
  let received = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  ctx.req.once('error', (error) => counted.destroy(error));
  ctx.req.once('aborted', () => counted.destroy(new Error('The upload was broken off')));
  return ctx.req.pipe(counted);
}

function inWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${bytes} bytes`;
}
