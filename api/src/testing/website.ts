import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Website {
  /** For example `http://localhost:1234`. */
  readonly origin: string;
  readonly port: number;
  /** Requested paths in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** Starts a local website whose responses `respond` writes. */
export async function startWebsite(
  respond: (path: string, request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Website> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    response.on('error', () => undefined); // the crawler may hang up
    await respond(path, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    port,
    requests,
    stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

export function sendHtml(response: ServerResponse, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}
