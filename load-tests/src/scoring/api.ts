import { Agent, request } from 'node:http';

/** Fields of a candidate that the benchmark uses. */
export interface ListedCandidate {
  readonly id: string;
  readonly score: number | null;
}

/** HTTP client of the product's API with persistent connections. */
export class Api {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #url: string;
  readonly #token: string;

  constructor({ url, token }: { readonly url: string; readonly token: string }) {
    this.#url = url;
    this.#token = token;
  }

  async get<Result>(path: string): Promise<Result> {
    return await this.#call('GET', path);
  }

  async post<Result>(path: string, body: object): Promise<Result> {
    return await this.#call('POST', path, JSON.stringify(body));
  }

  /** Returns the best candidates of a dataset and the total. */
  async list(datasetKey: string, limit = 50): Promise<{ rows: readonly ListedCandidate[]; total: number }> {
    const path = `/candidates?datasetKey=${datasetKey}&limit=${limit}`;
    const { data, pagination } = await this.get<{ data: ListedCandidate[]; pagination: { total: number } }>(
      path,
    );
    return { rows: data, total: pagination.total };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #call<Result>(method: string, path: string, body?: string): Promise<Result> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    };
    return await new Promise((resolve, reject) => {
      request(new URL(`/api/geo${path}`, this.#url), { agent: this.#agent, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode < 300)
            resolve(JSON.parse(text) as Result); // typed by the contract
          else reject(new Error(`${method} ${path} returned ${statusCode}: ${text}`));
        });
      })
        .once('error', reject)
        .end(body);
    });
  }
}
