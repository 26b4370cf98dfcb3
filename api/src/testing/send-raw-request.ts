import { request } from 'node:http';
import { text } from 'node:stream/consumers';

interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
}

/** Sends a request to localhost without the normalization that client libraries apply. */
export function sendRawRequest(url: string, options: RawRequest): Promise<{ status: number; body: string }> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: 'localhost', port, ...options }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}
