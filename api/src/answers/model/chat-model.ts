import { z } from 'zod';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export type Written =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

export interface ChatModel {
  readonly name: string;
  /** What the model writes, as it comes. Throws a ModelError; ends early when `signal` is aborted. */
  write(messages: readonly ChatMessage[], signal: AbortSignal): AsyncGenerator<Written>;
}

/** Why nothing, or not everything, came. It holds nothing that the server said: that may name the key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly reason: 'status' | 'timeout' | 'network' | 'broken';
  readonly status: number;
  /** Seconds, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(reason: ModelError['reason'], status = 0, retryAfter?: number) {
    super(`The model did not answer: ${reason}${status === 0 ? '' : ` ${status}`}`);
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export interface ChatModelOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Until the first word, and from one to the next. */
  readonly timeoutMs: number;
}

const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
});

/** A model behind any server that speaks OpenAI's `POST /chat/completions`, streamed as server-sent events. */
export function createChatModel({ baseUrl, apiKey, model, timeoutMs }: ChatModelOptions): ChatModel {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'text/event-stream',
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
  };

  async function open(messages: readonly ChatMessage[], signal: AbortSignal): Promise<ReadableStream> {
    const body = { model, messages, stream: true, stream_options: { include_usage: true } };
    // A redirect would take the key somewhere else.
    const options = {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      redirect: 'error' as const,
    };
    const response = await fetch(url, options);
    if (response.ok && response.body) return response.body;
    await response.body?.cancel();
    const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
    throw new ModelError('status', response.status, Number.isNaN(retryAfter) ? undefined : retryAfter);
  }

  return {
    name: model,
    async *write(messages, signal) {
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), timeoutMs);
      let isFinished = false;
      try {
        const stream = await open(messages, AbortSignal.any([signal, silence.signal]));
        for await (const data of dataOf(stream)) {
          if (data === '[DONE]') return;
          const { choices, usage } = chunk.parse(JSON.parse(data));
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), timeoutMs);
          const text = choices[0]?.delta?.content;
          if (choices[0]?.finish_reason) isFinished = true;
          if (text) yield { type: 'text', text };
          if (usage)
            yield { type: 'usage', inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
        }
        if (!isFinished) throw new ModelError('broken');
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ModelError) throw error;
        if (silence.signal.aborted) throw new ModelError('timeout');
        throw new ModelError(error instanceof TypeError ? 'network' : 'broken');
      } finally {
        clearTimeout(timer);
        silence.abort();
      }
    },
  };
}

/** The data of each server-sent event; one that is cut off at the end is none. */
async function* dataOf(stream: ReadableStream): AsyncGenerator<string> {
  let buffer = '';
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    buffer += text;
    const lines = buffer.split(/\r?\n/);
    buffer = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
}
