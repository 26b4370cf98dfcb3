import type pg from 'pg';
import type { RunningProduct } from '../product.ts';
import { until } from '../until.ts';
import type { Widget } from './visitor.ts';

/** A page as the crawler leaves it when it has read it. */
export interface LearnedPage {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Paragraphs. */
  readonly texts: readonly string[];
}

const PATIENCE = { pollMs: 50, timeoutMs: 10_000 };

/** A client whose assistant knows these pages, and its widget on the client's site. */
export async function learnedClient({
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
  readonly pages: readonly LearnedPage[];
}): Promise<{ clientId: string; widget: Widget }> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; token: string };
  };
  const { id } = await post('/api/ai/clients', { name: domain, primary_domain: domain, plan_tier: 'elite' });
  const path = `/api/ai/widget/client/${id}`;
  // All visitors come from one address here.
  await until('the client is known', PATIENCE, () =>
    post(`${path}/security`, { rateLimitPerMinute: 1000 }).catch(() => undefined),
  );
  await learn(db, id, pages);
  const origin = `https://${domain}`;
  const widget = await until('the widget is served', PATIENCE, () =>
    post(`${path}/token`, {}, { Origin: origin }).catch(() => undefined),
  );
  return { clientId: id, widget: { base, origin, token: widget.token } };
}

/** As the crawler leaves them when it has read them. */
async function learn(db: pg.Client, clientId: string, pages: readonly LearnedPage[]): Promise<void> {
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
