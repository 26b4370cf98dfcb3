import { STATUS } from '../status-texts.ts';
import { ApiError, errorOf } from './errors.ts';
import { minimumPosition, rememberPosition } from './event-position.ts';
import { readEvents, type ServerEvent } from './server-events.ts';
import { withSessionLock } from './session-lock.ts';
import { noteRenewal, renewedAt } from './session-renewal.ts';

type Value = string | number | boolean | undefined | null;

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Empty values are omitted. */
  query?: Readonly<Record<string, Value>>;
  /** Request body: sent as JSON, but a Blob is sent unchanged. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /**
   * True if the call changes the acting user. It is sent after the requests in flight, and later ones wait for its
   * response.
   */
  changesUser?: boolean;
}

const REFRESH_TIMEOUT_MS = 10_000;
const sessionEnd = new EventTarget();

/**
 * Registers a listener for the end of the session: a call was rejected and the refresh failed. Returns the
 * unsubscribe function.
 */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnd.addEventListener('end', listener);
  return () => sessionEnd.removeEventListener('end', listener);
}

/** Notifies listeners that the session has ended. */
export function endSession(): void {
  sessionEnd.dispatchEvent(new Event('end'));
}

/**
 * Calls the API with the session cookies and returns the JSON of a success, undefined when empty. A rejected call
 * (401, 403) is retried once after the session is refreshed, except for authentication calls (spec 000 §4). Throws an
 * ApiError, with status 0 on network failure.
 */
export async function request<T>(path: string, call: Call = {}): Promise<T> {
  const response = await callApi(path, call);
  const text = await response.text();
  try {
    // The API's own tests check responses against the contract.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch (cause) {
    const fallback = (call.method ?? 'GET') === 'GET' ? STATUS.fetching : STATUS.operation;
    throw new ApiError(response.status, fallback, undefined, [], { cause });
  }
}

/** Returns the `data` field of a response. */
export const requestData = async <T>(path: string, call?: Call): Promise<T> =>
  (await request<{ data: T }>(path, call)).data;

/** Calls the API like `request` and returns a file. */
export async function requestFile(path: string, call: Call = {}): Promise<Blob> {
  return (await callApi(path, call)).blob();
}

/** Calls the API like `request` and yields the server-sent events of the response. */
export async function* requestEvents(path: string, call: Call): AsyncGenerator<ServerEvent> {
  const headers = { Accept: 'text/event-stream', ...minimumPosition(), ...call.headers };
  const { body } = await callApi(path, { ...call, headers });
  if (body) yield* readEvents(body);
}

/** Calls the API like `requestFile` and also returns the file name from the server. */
export async function requestDownload(path: string, call: Call = {}): Promise<{ file: Blob; name: string }> {
  const response = await callApi(path, call);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { file: await response.blob(), name: name ?? 'export' };
}

/** Requests in flight, without uploads, which may take minutes. */
const inFlight = new Set<Promise<unknown>>();
/** Pending while the acting user changes. */
let userChange: Promise<unknown> | undefined;

/** Returns a successful response; throws an ApiError for any other. Waits while the acting user changes. */
async function callApi(path: string, call: Call): Promise<Response> {
  while (userChange) await userChange;
  call.signal?.throwIfAborted();
  if (call.changesUser) return sendAlone(path, call);
  const response = sendOrRefresh(path, call);
  if (call.body instanceof Blob) return response;
  inFlight.add(response);
  return response.finally(() => inFlight.delete(response));
}

/**
 * Sends a change of the acting user while no other request is in flight, because requests that overlap with it would
 * be rejected.
 */
async function sendAlone(path: string, call: Call): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<void>();
  userChange = promise;
  try {
    await Promise.allSettled(inFlight);
    return await sendOrRefresh(path, call);
  } finally {
    // Resume one task later; by then, the session has aborted the previous user's queries.
    setTimeout(() => {
      userChange = undefined;
      resolve();
    });
  }
}

async function sendOrRefresh(path: string, call: Call): Promise<Response> {
  // The key keeps a retried command from running twice.
  const headers = { ...(isCommand(path, call) && { 'Idempotency-Key': randomKey() }), ...call.headers };
  const callWithKey = { ...call, headers };
  const sentAt = Date.now();
  let response = await send(path, callWithKey);
  if ((response.status === 401 || response.status === 403) && !isAuthentication(path)) {
    if (await refreshSession(sentAt)) response = await send(path, callWithKey);
    else endSession();
  }
  if (!response.ok) throw await errorOf(response);
  rememberPosition(response);
  return response;
}

async function send(path: string, { method = 'GET', query, body, headers, signal }: Call): Promise<Response> {
  const isBlob = body instanceof Blob;
  try {
    return await fetch(urlWithQuery(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' && minimumPosition()),
        ...(body !== undefined && {
          'Content-Type': isBlob ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { body: isBlob ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted && signal.reason?.name === 'AbortError') throw cause;
    throw new ApiError(0, undefined, undefined, [], { cause });
  }
}

/** Appends a query string to a path; omits empty values (spec 001 §5). */
export function urlWithQuery(path: string, query: Call['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/**
 * Returns whether a path is an authentication call. When rejected, such a call does not refresh the session
 * (spec 000 §4, §7).
 */
const isAuthentication = (path: string) =>
  /^\/api\/((auth|ai\/client-auth)\/(login|logout|refresh-token|forgot-password|(validate-)?(reset|setup)[a-z-]*|complete-setup)|(forgot|reset)-password|client-admin\/(validate-setup-token|complete-setup))\b/.test(
    path,
  );

const isCommand = (path: string, { method = 'GET', body }: Call) =>
  method !== 'GET' && !(body instanceof Blob) && !isAuthentication(path);

/** Returns 128 random bits; `crypto.randomUUID` exists only in secure contexts. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

let refreshing: Promise<boolean> | undefined;

/**
 * Renews the session cookies. Concurrent calls share one refresh, across tabs too: nothing is sent if a tab has
 * renewed after `since`. Returns false if the session is over; throws if the server cannot be reached.
 */
export function refreshSession(since = Number.POSITIVE_INFINITY): Promise<boolean> {
  refreshing ??= withSessionLock(async () => renewedAt() >= since || refresh()).finally(() => {
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
