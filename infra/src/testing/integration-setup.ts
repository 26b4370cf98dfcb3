import { SHARED_POSTGRES, startTestPostgres } from './services.ts';

/** Vitest's global setup of the integration tests: starts the PostgreSQL server that test files share. */
export default async function setUp(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  process.env[SHARED_POSTGRES] = postgres.url('postgres');
  return () => postgres.dispose();
}
