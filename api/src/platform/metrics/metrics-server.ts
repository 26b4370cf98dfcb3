import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { processMetrics } from './process-metrics.ts';

/**
 * Serves metrics on METRICS_PORT, if it is set, for a process that has no HTTP routes. Returns a function that stops the
 * server.
 */
export async function serveMetrics({ METRICS_PORT, METRICS_TOKEN }: Config): Promise<() => Promise<void>> {
  if (METRICS_PORT === undefined) return async () => undefined;
  const server = createServer((request, response) => {
    respond(request, response, METRICS_TOKEN).catch((error) => response.destroy(error));
  });
  server.listen(METRICS_PORT);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, token: string | undefined) {
  if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end();
  else if (!mayReadMetrics(request, token)) response.writeHead(403).end();
  else {
    const headers = { 'Content-Type': processMetrics.contentType, 'Cache-Control': 'no-store' };
    response.writeHead(200, headers).end(await processMetrics.metrics());
  }
}
