import { SHARED_POSTGRES, startTestPostgres } from './services.ts';

/** Vitest's global setup of the integration tests: starts the PostgreSQL server that test files share. */
export default async function setUp(): Promise<() => Promise<void>> {
  // No test crashes this server, so no commit has to wait for the disk.
  const postgres = await startTestPostgres({ fsync: 'off', full_page_writes: 'off' });
  process.env[SHARED_POSTGRES] = postgres.url('postgres');
  return () => postgres.dispose();
}
