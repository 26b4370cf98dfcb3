import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request } from 'undici';
import {
  checkedLookup,
  literalAddress,
  type NetworkPolicy,
  PrivateAddressError,
  PUBLIC_NETWORK,
} from './network-policy.ts';

/** Name of the crawler in robots.txt. */
export const ROBOT = 'LandlineBot';
const USER_AGENT = `${ROBOT}/1.0`;

const TOTAL_MS = 20_000;
const CONNECT_MS = 8_000;
const MAX_REDIRECTS = 5;
/** Maximum size of a decompressed body, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

export interface FetchResponse {
  readonly status: number;
  /** Address after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly body: Buffer;
  readonly ms: number;
}

/** Failed request; the message is shown to staff. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

export interface Fetcher {
  /** Follows redirects. Throws `FetchError` for forbidden addresses, failures and timeouts. */
  get(
    url: string,
    options?: { headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<FetchResponse>;
  /** Sets a longer pause between two requests to a host. */
  slowDown(host: string, pauseMs: number): void;
  close(): Promise<void>;
}

interface FetcherOptions {
  readonly allowPrivate: boolean;
  /** Pause between two requests to a host. */
  readonly pauseMs: number;
  /** Timeout of one page including redirects. */
  readonly totalMs?: number;
  /** Ignored if private addresses are allowed. */
  readonly policy?: NetworkPolicy;
}

/** Creates a fetcher that pauses between requests and checks the address at every redirect and DNS answer. */
export function createFetcher({
  allowPrivate,
  pauseMs,
  totalMs = TOTAL_MS,
  policy = PUBLIC_NETWORK,
}: FetcherOptions): Fetcher {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS, ...(!allowPrivate && { lookup: checkedLookup(policy) }) },
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    maxHeaderSize: 32_768,
  });
  /** Earliest time of the next request by host, in milliseconds since the Unix epoch. */
  const nextSlots = new Map<string, number>();
  const hostPauses = new Map<string, number>();
  const pauseAt = (host: string) => Math.max(pauseMs, hostPauses.get(host) ?? 0);

  /** Waits for the next request slot of a host. */
  async function waitForSlot(host: string): Promise<void> {
    const now = Date.now();
    const slot = Math.max(now, nextSlots.get(host) ?? 0);
    nextSlots.set(host, slot + pauseAt(host));
    if (nextSlots.size > 10_000) nextSlots.clear();
    if (slot > now) await pause(slot - now);
  }

  async function send(url: URL, headers: Record<string, string>, signal: AbortSignal) {
    if (!/^https?:$/.test(url.protocol)) throw new FetchError(`${url.protocol} addresses are not supported`);
    const ipAddress = literalAddress(url);
    if (!allowPrivate && ipAddress !== undefined && !policy.isAllowed(ipAddress))
      throw new FetchError('The address is private');
    await waitForSlot(url.host);
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
      const timeoutMs = totalMs + (MAX_REDIRECTS + 1) * pauseAt(URL.parse(start)?.host ?? '');
      const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
      const startedAt = performance.now();
      try {
        let url = new URL(start);
        for (let hop = 0; ; hop++) {
          const response = await send(url, headers, limit);
          const location = response.headers.location;
          if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
            discard(response.body);
            if (hop === MAX_REDIRECTS) throw new FetchError('The page redirects too many times');
            url = new URL(location, url);
            continue;
          }
          return {
            status: response.statusCode,
            url: url.href,
            contentType: first(response.headers['content-type']) ?? '',
            etag: first(response.headers.etag),
            lastModified: first(response.headers['last-modified']),
            body: await bodyOf(response.body, response.headers, limit),
            ms: Math.round(performance.now() - startedAt),
          };
        }
      } catch (error) {
        if (signal?.aborted) throw error;
        throw asFetchError(error);
      }
    },
    slowDown: (host, ms) => void hostPauses.set(host, ms),
    close: () => agent.destroy(),
  };
}

/** Destroys a body and ignores its error, because nothing reads it. */
const discard = (body: Readable) => body.on('error', () => undefined).destroy();

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

async function bodyOf(raw: Readable, headers: Headers, signal: AbortSignal): Promise<Buffer> {
  // Skip the download if the declared size is too large.
  if (Number(first(headers['content-length'])) > MAX_BYTES) {
    discard(raw);
    throw tooLarge();
  }
  const decompressedBody = decompress(raw, first(headers['content-encoding']));
  const chunks: Buffer[] = [];
  let bytes = 0;
  const abort = () => raw.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    for await (const chunk of decompressedBody) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    discard(raw);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new FetchError(`The page is larger than ${MAX_BYTES / 1024 / 1024} MB`);

/** Callback of a pipeline. Its error reaches the reader of the last stream, too. */
const ignoreError = () => undefined;

function decompress(raw: Readable, encoding = 'identity'): Readable {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return raw;
    case 'gzip':
    case 'x-gzip':
      return pipeline(raw, createGunzip(), ignoreError);
    case 'deflate':
      return pipeline(raw, createInflate(), ignoreError);
    case 'br':
      return pipeline(raw, createBrotliDecompress(), ignoreError);
    default:
      throw new FetchError(`The content encoding ${encoding.slice(0, 40)} is not supported`);
  }
}

const MESSAGES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not resolve',
  EAI_AGAIN: 'The host name does not resolve at the moment',
  ECONNREFUSED: 'The server refused the connection',
  ECONNRESET: 'The server closed the connection',
  UND_ERR_SOCKET: 'The server closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'The server did not respond in time',
  UND_ERR_HEADERS_TIMEOUT: 'The server did not respond in time',
  UND_ERR_BODY_TIMEOUT: 'The server did not respond in time',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large',
  ERR_INVALID_URL: 'The page redirects to an invalid address',
};

function asFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PrivateAddressError)
      return new FetchError('The address is private', { cause: error });
    if (cause.name === 'TimeoutError')
      return new FetchError('The server did not respond in time', { cause: error });
    const { code } = cause as { code?: unknown };
    const message = typeof code === 'string' ? MESSAGES[code] : undefined;
    if (message !== undefined) return new FetchError(message, { cause: error });
  }
  return new FetchError('The page could not be fetched', { cause: error });
}
