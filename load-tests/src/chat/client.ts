import type pg from 'pg';
import type { RunningProduct } from '../product.ts';
import { until } from '../until.ts';
import type { Widget } from './visitor.ts';

/** A website page with the texts of its passages. */
export interface StoredPage {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly texts: readonly string[];
}

const WAIT_OPTIONS = { pollMs: 50, timeoutMs: 10_000 };

/** Creates a client with a widget and stores the given pages as the content of its assistant. */
export async function trainedClient({
  product: { url: base },
  token,
  db,
  domain,
  pages,
}: {
  readonly product: Pick<RunningProduct, 'url'>;
  readonly token: string;
  readonly db: pg.Client;
  readonly domain: string;
  readonly pages: readonly StoredPage[];
}): Promise<{ clientId: string; widget: Widget }> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string; token: string };
  };
  const { id } = await post('/api/ai/clients', { name: domain, primary_domain: domain, plan_tier: 'elite' });
  const path = `/api/ai/widget/client/${id}`;
  // The rate limit is per IP address, and all visitors of the load test share one.
  await until('the widget of the client can be configured', WAIT_OPTIONS, () =>
    post(`${path}/security`, { rateLimitPerMinute: 1000 }).catch(() => undefined),
  );
  await storePages(db, id, pages);
  const origin = `https://${domain}`;
  const widget = await until('the widget is served', WAIT_OPTIONS, () =>
    post(`${path}/token`, {}, { Origin: origin }).catch(() => undefined),
  );
  return { clientId: id, widget: { base, origin, token: widget.token } };
}

/** Inserts pages and passages directly into the database, without crawling a website. */
async function storePages(db: pg.Client, clientId: string, pages: readonly StoredPage[]): Promise<void> {
  await db.query('INSERT INTO api.knowledge (client_id, version) VALUES ($1, 1)', [clientId]);
  await db.query(
    `INSERT INTO api.page_content (client_id, page_id, url, title, version)
     SELECT $1, id, url, title, 1 FROM jsonb_to_recordset($2::jsonb) AS page (id text, url text, title text)`,
    [clientId, JSON.stringify(pages)],
  );
  const chunks = pages.flatMap(({ id, texts }) => texts.map((text, number) => ({ id, number, text })));
  await db.query(
    `INSERT INTO api.chunk (client_id, page_id, number, heading, text)
     SELECT $1, id, number, '', text FROM jsonb_to_recordset($2::jsonb) AS chunk (id text, number int, text text)`,
    [clientId, JSON.stringify(chunks)],
  );
}
