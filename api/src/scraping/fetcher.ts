import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request } from 'undici';
import { checkedLookup, literalAddress, PrivateAddressError, PUBLIC, type Reach } from './addresses.ts';

/** How we name ourselves to websites, and in robots.txt. */
export const USER_AGENT = 'LandlineBot/1.0';
export const ROBOT = 'LandlineBot';

const TOTAL_MS = 20_000;
const CONNECT_MS = 8_000;
const MOST_REDIRECTS = 5;
/** After decompression, which is where a small answer becomes a large one. */
const MOST_BYTES = 5 * 1024 * 1024;

export interface Fetched {
  readonly status: number;
  /** Where the redirects led. */
  readonly url: string;
  readonly contentType: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly body: Buffer;
  readonly ms: number;
}

/** What came of a request that is not an answer, in words for staff. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

export interface Fetcher {
  /** GET, redirects followed. Fails with a `FetchError` on what must not be fetched and what goes on too long. */
  get(url: string, options?: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Fetched>;
  /** A host that asks for longer pauses between two requests gets them. */
  slowDown(host: string, pauseMs: number): void;
  close(): Promise<void>;
}

interface FetcherOptions {
  readonly allowPrivate: boolean;
  /** Between two requests to a host. */
  readonly pauseMs: number;
  /** For one page, redirects and all. */
  readonly totalMs?: number;
  /** What counts as public, unless private addresses are allowed. */
  readonly reach?: Reach;
}

/** Fetches from websites, politely and warily: at each redirect and DNS answer the address must be public. */
export function createFetcher({
  allowPrivate,
  pauseMs,
  totalMs = TOTAL_MS,
  reach = PUBLIC,
}: FetcherOptions): Fetcher {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS, ...(!allowPrivate && { lookup: checkedLookup(reach) }) },
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    maxHeaderSize: 32_768,
  });
  const nextAt = new Map<string, number>();
  const slowed = new Map<string, number>();
  const pauseAt = (host: string) => Math.max(pauseMs, slowed.get(host) ?? 0);

  /** One request after the other to a host, with a pause between. */
  async function waitTurn(host: string): Promise<void> {
    const now = Date.now();
    const at = Math.max(now, nextAt.get(host) ?? 0);
    nextAt.set(host, at + pauseAt(host));
    if (nextAt.size > 10_000) nextAt.clear();
    if (at > now) await pause(at - now);
  }

  async function once(url: URL, headers: Record<string, string>, signal: AbortSignal) {
    if (!/^https?:$/.test(url.protocol)) throw new FetchError(`${url.protocol} addresses are not fetched`);
    const literal = literalAddress(url);
    if (!allowPrivate && literal !== undefined && !reach.isAllowed(literal))
      throw new FetchError('The address is private');
    await waitTurn(url.host);
    return request(url, {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': USER_AGENT,
        accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
      },
    });
  }

  return {
    async get(start, { headers = {}, signal } = {}) {
      const longest = totalMs + (MOST_REDIRECTS + 1) * pauseAt(URL.parse(start)?.host ?? '');
      const limit = AbortSignal.any([AbortSignal.timeout(longest), ...(signal ? [signal] : [])]);
      const started = performance.now();
      try {
        let url = new URL(start);
        for (let hop = 0; ; hop++) {
          const answer = await once(url, headers, limit);
          const location = answer.headers.location;
          if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
            answer.body.on('error', () => undefined).destroy();
            if (hop === MOST_REDIRECTS) throw new FetchError('It redirects too often');
            url = new URL(location, url);
            continue;
          }
          return {
            status: answer.statusCode,
            url: url.href,
            contentType: first(answer.headers['content-type']) ?? '',
            etag: first(answer.headers.etag),
            lastModified: first(answer.headers['last-modified']),
            body: await bodyOf(answer.body, answer.headers, limit),
            ms: Math.round(performance.now() - started),
          };
        }
      } catch (error) {
        if (signal?.aborted) throw error;
        throw asFetchError(error);
      }
    },
    slowDown: (host, ms) => void slowed.set(host, ms),
    close: () => agent.destroy(),
  };
}

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

async function bodyOf(raw: Readable, headers: Headers, signal: AbortSignal): Promise<Buffer> {
  // What says that it is too large is not begun with.
  if (Number(first(headers['content-length'])) > MOST_BYTES) {
    raw.on('error', () => undefined).destroy();
    throw tooLarge();
  }
  const plain = decompressed(raw, first(headers['content-encoding']));
  const chunks: Buffer[] = [];
  let bytes = 0;
  const abort = () => raw.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    for await (const chunk of plain) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    raw.on('error', () => undefined).destroy();
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new FetchError(`It is larger than ${MOST_BYTES / 1024 / 1024} MB`);

function decompressed(raw: Readable, encoding = 'identity'): Readable {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return raw;
    case 'gzip':
    case 'x-gzip':
      return pipeline(raw, createGunzip(), () => undefined);
    case 'deflate':
      return pipeline(raw, createInflate(), () => undefined);
    case 'br':
      return pipeline(raw, createBrotliDecompress(), () => undefined);
    default:
      throw new FetchError(`Its encoding, ${encoding.slice(0, 40)}, is not understood`);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Its name does not resolve',
  EAI_AGAIN: 'Its name does not resolve at the moment',
  ECONNREFUSED: 'The server refused the connection',
  ECONNRESET: 'The server broke off',
  UND_ERR_SOCKET: 'The server broke off',
  UND_ERR_CONNECT_TIMEOUT: 'The server did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'The server did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'The server did not answer in time',
  UND_ERR_HEADERS_OVERFLOW: 'Its headers are too large',
  ERR_INVALID_URL: 'It redirects to something that is no address',
};

function asFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PrivateAddressError)
      return new FetchError('The address is private', { cause: error });
    if (cause.name === 'TimeoutError')
      return new FetchError('The server did not answer in time', { cause: error });
    const { code } = cause as { code?: unknown };
    const words = typeof code === 'string' ? WORDS[code] : undefined;
    if (words !== undefined) return new FetchError(words, { cause: error });
  }
  return new FetchError('It could not be fetched', { cause: error });
}
