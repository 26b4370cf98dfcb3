import pg from 'pg';

/** Holds bulk rescoring back before new scores are shown, until `work` is done; readers go on. */
export async function holdRuns<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
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
