import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a website on its own port, so that its origin differs from Landline's. */
export async function startSite(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Site> {
  const server = createServer(respond);
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

/**
 * Returns a strict CSP: allows scripts with the nonce and connections to `server`, but no styles, images or Trusted Types
 * policies.
 */
export const strictPolicy = (nonce: string, server: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `connect-src ${server}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
