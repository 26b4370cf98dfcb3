import pg from 'pg';

interface Page {
  url: string;
  title: string;
  text: string;
}

/** Stores a page for a client's assistant as the crawler would. */
export async function storePage(
  databaseUrl: string,
  clientId: string,
  { url, title, text }: Page,
): Promise<void> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    const { rows } = await db.query<{ version: string }>(
      `INSERT INTO api.knowledge (client_id, version) VALUES ($1, 1)
       ON CONFLICT (client_id) DO UPDATE SET version = knowledge.version + 1 RETURNING version`,
      [clientId],
    );
    await db.query(
      'INSERT INTO api.page_content (client_id, page_id, url, title, version) VALUES ($1, $2, $2, $3, $4)',
      [clientId, url, title, rows[0]?.version],
    );
    await db.query('INSERT INTO api.chunk VALUES ($1, $2, 0, $3, $4)', [clientId, url, title, text]);
  } finally {
    await db.end();
  }
}
