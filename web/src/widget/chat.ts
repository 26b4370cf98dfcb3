import type { AnswerEvents, ConversationResponse } from '@landline/api/assistant/conversations/contract';
import { readEvents } from '../shared/http/server-events.ts';
import type { PanelHost } from './host.ts';

/** A failed call; `status` is 0 if the server was not reached. */
export class ChatError extends Error {
  readonly status: number;
  /** Wait before a retry, in seconds; 0 if the server names none. */
  readonly retryAfter: number;
  constructor(status: number, retryAfter = 0) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

type AnswerEvent = { [E in keyof AnswerEvents]: { event: E; data: AnswerEvents[E] } }[keyof AnswerEvents];

export interface Chat {
  ask(question: { message: string; questionId: string }, signal: AbortSignal): AsyncGenerator<AnswerEvent>;
  conversation(): Promise<ConversationResponse>;
  rate(questionId: string, rating: 'up' | 'down' | null): Promise<void>;
  leaveMessage(message: { messageId: string; name: string; email: string; message: string }): Promise<void>;
}

/** Time before expiry at which a token is renewed, in milliseconds. */
const EXPIRY_MARGIN_MS = 10_000;

/** Creates the API client, which fetches a token on demand and replaces a token that the server rejects. */
export function createChat({ base, config, store, identity, locale }: PanelHost): Chat {
  const path = `${base}/api/ai`;
  let pendingToken: Promise<string> | undefined;

  async function send(url: string, body: unknown, token?: string, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(url, {
      method: 'POST',
      mode: 'cors',
      credentials: 'omit',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream, application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      // Ratings and messages are sent even if the visitor navigates away.
      keepalive: signal === undefined,
      ...(signal && { signal }),
    }).catch((error) => {
      throw signal?.aborted ? error : new ChatError(0);
    });
    if (!response.ok) throw new ChatError(response.status, Number(response.headers.get('Retry-After')));
    return response;
  }

  async function fetchToken(): Promise<string> {
    const url = `${path}/widget/client/${encodeURIComponent(config.clientId)}/token`;
    const { token, expiresAt } = await (await send(url, {})).json();
    store.set('token', JSON.stringify([token, Date.parse(expiresAt)]));
    return token;
  }

  function token(): Promise<string> {
    const [stored, expiresAt] = JSON.parse(store.get('token') ?? '[]');
    if (stored && expiresAt - EXPIRY_MARGIN_MS > Date.now()) return Promise.resolve(stored);
    pendingToken ??= fetchToken().finally(() => {
      pendingToken = undefined;
    });
    return pendingToken;
  }

  async function call(subpath: string, body: unknown, signal?: AbortSignal): Promise<Response> {
    const url = `${path}/chat${subpath}`;
    try {
      return await send(url, body, await token(), signal);
    } catch (error) {
      if (!(error instanceof ChatError) || (error.status !== 401 && error.status !== 403)) throw error;
      store.set('token', null);
      return send(url, body, await token(), signal);
    }
  }

  const visitorFields = () => {
    const { userId, signature } = identity();
    const conversationKey = store.get('key');
    return {
      ...(conversationKey && { conversationKey }),
      ...(userId && signature && { userId, userSignature: signature }),
    };
  };

  return {
    async *ask(question, signal) {
      const pageUrl = location.href.split(/[?#]/)[0];
      const body = { ...question, ...visitorFields(), pageUrl, locale: locale() };
      const response = await call('', body, signal);
      if (!response.body) throw new ChatError(0);
      yield* readEvents(response.body) as AsyncGenerator<AnswerEvent>;
    },
    async conversation() {
      if (Object.keys(visitorFields()).length === 0) return { conversationKey: null, exchanges: [] };
      return (await call('/conversation', visitorFields())).json();
    },
    async rate(questionId, rating) {
      await call('/feedback', { conversationKey: store.get('key'), questionId, rating });
    },
    async leaveMessage(message) {
      const conversationKey = store.get('key');
      await call('/messages', { ...message, ...(conversationKey && { conversationKey }) });
    },
  };
}
