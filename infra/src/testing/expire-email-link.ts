import pg from 'pg';

/** Expires an emailed link now, as it would expire after hours or days. */
export async function expireEmailLink(databaseUrl: string, token: string): Promise<void> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    const { rowCount } = await db.query(
      `UPDATE api.link SET expires_at = now() WHERE hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    );
    if (rowCount !== 1) throw new Error('No stored link has this token');
  } finally {
    await db.end();
  }
}
