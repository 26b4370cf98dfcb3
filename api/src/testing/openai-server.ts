import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Embedding function, which returns an error status to reject the request; an error status for all; or no response. */
type Embedding = ((text: string) => readonly number[] | number) | number | 'silence';

export type Behavior =
  /** Streams these pieces and completes. */
  | { kind: 'write'; pieces: readonly string[] }
  /** Streams these pieces and disconnects or stalls. */
  | { kind: 'break' | 'stall'; pieces: readonly string[] }
  /** Streams these lines verbatim and completes. */
  | { kind: 'send'; lines: readonly string[] }
  /** Obeys the first source that contains an instruction, like a model that is vulnerable to prompt injection. */
  | { kind: 'obey' }
  | { kind: 'reject'; status: number; retryAfter?: number };

interface ModelRequest {
  readonly authorization: string | undefined;
  readonly body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
}

export interface OpenAiServer {
  readonly url: string;
  /** Received requests for answers, oldest first. */
  readonly requests: ModelRequest[];
  /** Received requests to rewrite a question, oldest first. */
  readonly rewritings: ModelRequest[];
  /** Sets the behavior of all later requests to rewrite a question. */
  rewriteWith(behavior: Behavior): void;
  /** Sets the behavior of the next requests; the last one applies to all later requests. */
  respondWith(...behaviors: Behavior[]): void;
  /** Texts of each embedding request. */
  readonly embedded: string[][];
  /** Sets the embedding of all later requests. */
  embedWith(embedding: Embedding): void;
  /** Returns the id of the source in the last request whose text contains a word. */
  idOf(word: string): string;
  stop(): Promise<void>;
}

/** Starts a fake server of OpenAI's streaming protocol with configurable failures. */
export async function startOpenAiServer(): Promise<OpenAiServer> {
  const requests: ModelRequest[] = [];
  const rewritings: ModelRequest[] = [];
  let rewriting: Behavior = { kind: 'write', pieces: [] };
  const embedded: string[][] = [];
  let embedding: Embedding = 404;
  let behaviors: Behavior[] = [{ kind: 'write', pieces: ['Hello.'] }];
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
        const results = input.map(embedding);
        const status = results.find((result) => typeof result === 'number');
        if (status !== undefined) {
          response.writeHead(status).end();
          return;
        }
        // Reversed, because the protocol does not guarantee the order.
        const data = results.map((result, index) => ({ index, embedding: result })).reverse();
        response.end(JSON.stringify({ data }));
        return;
      }
      const modelRequest: ModelRequest = {
        authorization: request.headers.authorization,
        body: JSON.parse(await text(request)),
      };
      const isRewriting = modelRequest.body.messages[0]?.content.startsWith('You rewrite') ?? false;
      (isRewriting ? rewritings : requests).push(modelRequest);
      const behavior = isRewriting ? rewriting : behaviors.length > 1 ? behaviors.shift() : behaviors[0];
      if (behavior) await behave(behavior, modelRequest, response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    rewritings,
    rewriteWith: (behavior) => {
      rewriting = behavior;
    },
    embedded,
    embedWith: (nextEmbedding) => {
      embedding = nextEmbedding;
    },
    respondWith: (...nextBehaviors) => {
      behaviors = nextBehaviors;
    },
    idOf: (word) => sourcesOf(requests.at(-1)).find(({ text }) => text.includes(word))?.id ?? 'none',
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sourcesOf(request: ModelRequest | undefined): { id: string; text: string }[] {
  const [, sources = '[]'] = request?.body.messages.at(-1)?.content.split('\n') ?? [];
  return JSON.parse(sources);
}

const INSTRUCTION = /(?:reply|say|tell visitors)[^"]*"([^"]+)"/i;

/** Returns the answer that a source demands, with the citation without which the answer would be rejected. */
function demandedText(request: ModelRequest): string {
  const [source] = sourcesOf(request).filter(({ text }) => INSTRUCTION.test(text));
  return source ? `${INSTRUCTION.exec(source.text)?.[1]} [${source.id}].` : 'Nothing is demanded [S1].';
}

async function behave(behavior: Behavior, request: ModelRequest, response: ServerResponse): Promise<void> {
  if (behavior.kind === 'reject') {
    const { status, retryAfter } = behavior;
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
    // Real servers quote the key in the error.
    response.end(JSON.stringify({ error: { message: `Incorrect API key: ${request.authorization}` } }));
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.flushHeaders();
  const sendChunk = (data: unknown) =>
    new Promise((resolve) => response.write(`data: ${JSON.stringify(data)}\n\n`, resolve));
  if (behavior.kind === 'send') {
    response.end(behavior.lines.map((line) => `${line}\n\n`).join(''));
    return;
  }
  const pieces = behavior.kind === 'obey' ? [demandedText(request)] : behavior.pieces;
  for (const content of pieces) await sendChunk({ choices: [{ delta: { content }, finish_reason: null }] });
  if (behavior.kind === 'stall') return;
  if (behavior.kind === 'break') {
    response.destroy();
    return;
  }
  await sendChunk({ choices: [{ delta: {}, finish_reason: 'stop' }] });
  await sendChunk({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 12 } });
  response.end('data: [DONE]\n\n');
}
