import { z } from 'zod';
import { asModelError, ModelError, type ModelServer, postToModel } from './model-server.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export type ModelOutput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

export interface ChatModel {
  readonly name: string;
  /** Streams the output. Throws a `ModelError`; ends early when `signal` is aborted. */
  write(messages: readonly ChatMessage[], signal: AbortSignal): AsyncGenerator<ModelOutput>;
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
  /** Sent by some servers that fail after the status. */
  error: z.unknown().optional(),
});

/**
 * Creates a model that streams from OpenAI's `POST /chat/completions`. `timeoutMs` limits the wait for the first chunk and between
 * chunks.
 */
export function createChatModel(server: ModelServer): ChatModel {
  const { model, timeoutMs } = server;
  return {
    name: model,
    async *write(messages, signal) {
      const timeout = new AbortController();
      let timer = setTimeout(() => timeout.abort(), timeoutMs);
      let isFinished = false;
      try {
        const body = { messages, stream: true, stream_options: { include_usage: true } };
        const abortSignal = AbortSignal.any([signal, timeout.signal]);
        const { body: stream } = await postToModel(server, 'chat/completions', body, abortSignal);
        if (!stream) throw new ModelError('broken');
        for await (const data of dataOf(stream)) {
          if (data === '[DONE]') return;
          const { choices, usage, error } = chunk.parse(JSON.parse(data));
          if (error) throw new ModelError('broken');
          clearTimeout(timer);
          timer = setTimeout(() => timeout.abort(), timeoutMs);
          const text = choices[0]?.delta?.content;
          if (choices[0]?.finish_reason) isFinished = true;
          if (text) yield { type: 'text', text };
          if (usage)
            yield { type: 'usage', inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
        }
        if (!isFinished) throw new ModelError('broken');
      } catch (error) {
        if (signal.aborted) return;
        throw asModelError(error, timeout.signal.aborted);
      } finally {
        clearTimeout(timer);
        timeout.abort();
      }
    },
  };
}

/** Maximum length of a line of this protocol, in characters. */
const MAX_LINE = 1_000_000;

/** Yields the data of each complete server-sent event. */
async function* dataOf(stream: ReadableStream): AsyncGenerator<string> {
  let buffer = '';
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    buffer += text;
    const lines = buffer.split(/\r?\n/);
    buffer = lines.pop() ?? '';
    if (buffer.length > MAX_LINE) throw new ModelError('broken');
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
}
