import { type Readable, Transform } from 'node:stream';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { DomainError } from '../errors.ts';
import type { Route } from './route.ts';
import { tooSlow } from './time-limit.ts';

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
  new DomainError(
    'too_large',
    'TOO_LARGE',
    `This is too large: at most ${sizeText(maxBytes)} are accepted.`,
    {
      data: { maxBytes },
    },
  );

/** Parses the JSON body. Throws `MALFORMED`, `TOO_LARGE`. */
export async function jsonBody(ctx: Context): Promise<unknown> {
  if (!ctx.is('application/json', '+json')) {
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
      throw new DomainError('malformed', 'MALFORMED', 'The encoding of the request body is not supported.');
    if (isDecompressionError(error))
      throw new DomainError(
        'malformed',
        'MALFORMED',
        'The request body does not match its Content-Encoding.',
      );
    throw error;
  }
  return ctx.request.body;
}

/** Recognizes zlib's and Brotli's errors about their input. */
const isDecompressionError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(String(error.code));

/** Longest pause of a sender, in milliseconds. */
const MAX_PAUSE_MS = 30_000;

/**
 * Streams the body up to a size limit while pieces keep arriving. Throws `TOO_LARGE` if the Content-Length exceeds the
 * limit.
 */
export function uploadOf(
  ctx: Context,
  { maxBytes, maxPauseMs = MAX_PAUSE_MS }: NonNullable<Route['upload']>,
): Readable {
  if (Number(ctx.get('Content-Length')) > maxBytes) throw tooLarge(maxBytes);
  let receivedBytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pause.refresh();
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  const pause = setTimeout(() => {
    // A full buffer means that the handler is slow, not the sender.
    if (counter.readableLength > 0 || counter.writableLength > 0) pause.refresh();
    else counter.destroy(tooSlow());
  }, maxPauseMs);
  counter.once('close', () => clearTimeout(pause));
  ctx.req.once('error', (error) => counter.destroy(error));
  ctx.req.once('aborted', () => counter.destroy(new Error('The upload was aborted')));
  return ctx.req.pipe(counter);
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${bytes} bytes`;
}
