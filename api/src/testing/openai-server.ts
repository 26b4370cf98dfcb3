import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How texts are embedded: each by itself, with the status of a refusal, or never. */
type Embedding = ((text: string) => readonly number[]) | number | 'silence';

/** What the server does with a request. */
export type Behaviour =
  /** Writes these pieces and ends as it should. */
  | { kind: 'write'; pieces: readonly string[] }
  /** Writes these pieces and hangs up, or goes silent. */
  | { kind: 'break' | 'stall'; pieces: readonly string[] }
  | { kind: 'refuse'; status: number; retryAfter?: number };

interface AskedOfModel {
  readonly authorization: string | undefined;
  readonly body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
}

export interface OpenAiServer {
  readonly url: string;
  /** What was asked, the oldest first. */
  readonly asked: AskedOfModel[];
  /** What is done with the next requests, one each; the last one with all that follow. */
  will(...behaviours: Behaviour[]): void;
  /** Texts that were to be embedded, a list for each request. */
  readonly embedded: string[][];
  /** How texts are embedded from now on. */
  embeds(by: Embedding): void;
  /** Source ids by a word of their text: what the last request was given. */
  idOf(word: string): string;
  stop(): Promise<void>;
}

/** A server that speaks OpenAI's streaming protocol, and misbehaves as it is told. */
export async function startOpenAiServer(): Promise<OpenAiServer> {
  const asked: AskedOfModel[] = [];
  const embedded: string[][] = [];
  let embedding: Embedding = 404;
  let script: Behaviour[] = [{ kind: 'write', pieces: ['Hello.'] }];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/v1/embeddings') {
        const { input } = JSON.parse(await text(request)) as { input: string[] };
        embedded.push(input);
        if (embedding === 'silence') return;
        if (typeof embedding === 'number') {
          response.writeHead(embedding).end();
          return;
        }
        const by = embedding;
        // In no order that may be relied on.
        const data = input.map((each, index) => ({ index, embedding: by(each) })).reverse();
        response.end(JSON.stringify({ data }));
        return;
      }
      asked.push({ authorization: request.headers.authorization, body: JSON.parse(await text(request)) });
      const behaviour = script.length > 1 ? script.shift() : script[0];
      if (behaviour) await behave(behaviour, request, response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    embedded,
    embeds: (by) => {
      embedding = by;
    },
    will: (...behaviours) => {
      script = behaviours;
    },
    idOf(word) {
      const said = asked.at(-1)?.body.messages.at(-1)?.content ?? '';
      const sources = JSON.parse(said.split('\n')[1] ?? '[]') as { id: string; text: string }[];
      return sources.find((source) => source.text.includes(word))?.id ?? 'none';
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function behave(
  behaviour: Behaviour,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (behaviour.kind === 'refuse') {
    const { status, retryAfter } = behaviour;
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
    // Real servers quote the key in what they say about it.
    response.end(
      JSON.stringify({ error: { message: `Incorrect API key: ${request.headers.authorization}` } }),
    );
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.flushHeaders();
  const tell = (data: unknown) =>
    new Promise((resolve) => response.write(`data: ${JSON.stringify(data)}\n\n`, resolve));
  for (const content of behaviour.pieces)
    await tell({ choices: [{ delta: { content }, finish_reason: null }] });
  if (behaviour.kind === 'stall') return;
  if (behaviour.kind === 'break') {
    response.destroy();
    return;
  }
  await tell({ choices: [{ delta: {}, finish_reason: 'stop' }] });
  await tell({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 12 } });
  response.end('data: [DONE]\n\n');
}
