import { STATUS } from '../status-texts.ts';
import { ApiError, errorOf } from './errors.ts';
import { inTurn } from './in-turn.ts';
import { minimumPosition, rememberPosition } from './position.ts';
import { noteRenewal, renewedAt } from './renewal.ts';
import { readEvents, type ServerEvent } from './server-events.ts';

type Value = string | number | boolean | undefined | null;

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Left out of the address when empty. */
  query?: Readonly<Record<string, Value>>;
  /** Sent as JSON; a Blob is sent as it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

const REFRESH_TIMEOUT_MS = 10_000;
const sessionEnd = new EventTarget();

/** Called when a call was refused and the session could not be refreshed. Returns how to stop listening. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnd.addEventListener('end', listener);
  return () => sessionEnd.removeEventListener('end', listener);
}

/** Says that the session is over: it was refused and could not be renewed. */
export function endSession(): void {
  sessionEnd.dispatchEvent(new Event('end'));
}

/**
 * Calls the api with the session's cookies and returns the JSON of a success, undefined for an empty one.
 * A refused call (401, 403) is tried once more after refreshing the session, calls of authentication itself
 * excepted (spec 000 §4). Throws an ApiError, with status 0 when the network failed.
 */
export async function request<T>(path: string, call: Call = {}): Promise<T> {
  const response = await succeed(path, call);
  const text = await response.text();
  try {
    // What the api answers is held against its contract by the api's own tests.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch (cause) {
    const said = (call.method ?? 'GET') === 'GET' ? STATUS.fetching : STATUS.operation;
    throw new ApiError(response.status, said, undefined, [], { cause });
  }
}

/** The same for an answer that is a file. */
export async function requestFile(path: string, call: Call = {}): Promise<Blob> {
  return (await succeed(path, call)).blob();
}

/** The same for an answer that comes piece by piece: its server-sent events. */
export async function* requestEvents(path: string, call: Call): AsyncGenerator<ServerEvent> {
  const headers = { Accept: 'text/event-stream', ...minimumPosition(), ...call.headers };
  const { body } = await succeed(path, { ...call, headers });
  if (body) yield* readEvents(body);
}

/** The same with the name that the server gives the file. */
export async function requestDownload(path: string, call: Call = {}): Promise<{ file: Blob; name: string }> {
  const response = await succeed(path, call);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { file: await response.blob(), name: name ?? 'export' };
}

async function succeed(path: string, call: Call): Promise<Response> {
  // A command that is sent again after a refresh must not happen twice.
  const headers = { ...(isCommand(path, call) && { 'Idempotency-Key': randomKey() }), ...call.headers };
  const once = { ...call, headers };
  const sentAt = Date.now();
  let response = await send(path, once);
  if ((response.status === 401 || response.status === 403) && !isAuthentication(path)) {
    if (await refreshSession(sentAt)) response = await send(path, once);
    else endSession();
  }
  if (!response.ok) throw await errorOf(response);
  rememberPosition(response);
  return response;
}

async function send(path: string, { method = 'GET', query, body, headers, signal }: Call): Promise<Response> {
  const raw = body instanceof Blob;
  try {
    return await fetch(addressOf(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' && minimumPosition()),
        ...(body !== undefined && { 'Content-Type': raw ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted && signal.reason?.name === 'AbortError') throw cause;
    throw new ApiError(0, undefined, undefined, [], { cause });
  }
}

/** The address of a call; empty values are not sent (spec 001 §5). */
export function addressOf(path: string, query: Call['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Calls that make, end or do without a session: nothing to refresh when they are refused (spec 000 §4, §7). */
const isAuthentication = (path: string) =>
  /^\/api\/((auth|ai\/client-auth)\/(login|logout|refresh-token|forgot-password|(validate-)?(reset|setup)[a-z-]*|complete-setup)|(forgot|reset)-password|client-admin\/(validate-setup-token|complete-setup))\b/.test(
    path,
  );

const isCommand = (path: string, { method = 'GET', body }: Call) =>
  method !== 'GET' && !(body instanceof Blob) && !isAuthentication(path);

/** 128 random bits; `crypto.randomUUID` is missing where the page is not a secure context. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

let refreshing: Promise<boolean> | undefined;

/**
 * Renews the session's cookies; calls that need it at the same time share one refresh, those of other tabs too: nothing is
 * sent when a tab has renewed them after `since`. True when it worked, false when the session is over. A server that cannot
 * be reached ends no session: it throws.
 */
export function refreshSession(since = Number.POSITIVE_INFINITY): Promise<boolean> {
  refreshing ??= inTurn(async () => renewedAt() >= since || refresh()).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(): Promise<boolean> {
  const response = await send('/api/auth/refresh-token', {
    method: 'POST',
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  });
  if (response.ok) {
    noteRenewal();
    return true;
  }
  if (response.status === 401 || response.status === 403) return false;
  throw await errorOf(response);
}
