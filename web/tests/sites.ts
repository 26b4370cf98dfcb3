import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  readonly port: number;
  stop(): Promise<void>;
}

/** A website of somebody's, on a port of its own: another origin, whether it is called localhost or 127.0.0.1. */
export async function startSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Site> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** As strict as a page can be: scripts by nonce alone, no styles, no images, Trusted Types without any policy. */
export const strictPolicy = (nonce: string, server: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `connect-src ${server}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
