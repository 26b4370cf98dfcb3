import { startPostgres } from './postgres.ts';

/** Test fixture: starts PostgreSQL in the given directory and waits to be killed. */
const { pid, port, url } = await startPostgres({ dataDir: process.argv[2] ?? '' });
process.send?.({ pid, port, url: url('postgres') });
process.once('disconnect', () => process.exit());
