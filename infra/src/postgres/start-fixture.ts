import { startPostgres } from './postgres.ts';

/** For tests: a process that starts PostgreSQL in the directory it is given, and then waits to be killed. */
const { pid, port, url } = await startPostgres({ dataDir: process.argv[2] ?? '' });
process.send?.({ pid, port, url: url('postgres') });
process.once('disconnect', () => process.exit());
