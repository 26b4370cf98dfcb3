import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FuzzRequest } from './requests.ts';

export interface FuzzResponse {
  readonly status: number;
  /** Parsed JSON; undefined for any other body. */
  readonly body: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request unchanged. Reads JSON responses only, because others may be long or never end. */
export function send(url: string, fuzzRequest: FuzzRequest): Promise<FuzzResponse> {
  const { method, path, headers, body } = fuzzRequest;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers, agent } as const;
    const clientRequest = request(options, (response) => {
      const status = response.statusCode ?? 0;
      const { 'content-type': type = '', 'content-encoding': encoding } = response.headers;
      if (!type.includes('application/json') || encoding !== undefined) {
        response.destroy();
        resolve({ status, body: undefined });
        return;
      }
      text(response)
        .then((json) => resolve({ status, body: JSON.parse(json) }))
        .catch(reject);
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}
