import pg from 'pg';

/** Blocks bulk rescoring before new scores go live until `work` is done; reads continue. */
export async function blockRescoring<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE ONLY scoring.score IN SHARE UPDATE EXCLUSIVE MODE');
    return await work();
  } finally {
    await holder.end();
  }
}
