import { type ProjectorStatus, parkedEvents, projectionStatus } from '@landline/projections/admin';
import type pg from 'pg';
import type { DatabaseHealth } from './contract.ts';

const DATABASE = `
  SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
    (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`;

/** How the database and the read models in it are: measured when asked for. */
export async function readDatabaseHealth(pool: pg.Pool): Promise<DatabaseHealth> {
  const [database, projectors, parked] = await Promise.all([
    pool.query<DatabaseHealth['database']>(DATABASE),
    projectionStatus(pool),
    parkedEvents(pool),
  ]);
  const [measured] = database.rows;
  if (!measured) throw new Error('The database says nothing about itself');
  return {
    checkedAt: new Date().toISOString(),
    database: measured,
    projections: projectors.map(({ name, live, building, parked }) => ({
      name,
      live: live && progressOf(live),
      building: building && progressOf(building),
      parked,
    })),
    parkedEvents: parked.map(({ projector, position, stream, type, error, attempts, parkedAt }) => ({
      projector,
      position: position.toString(),
      stream,
      type,
      error,
      attempts,
      parkedAt: parkedAt.toISOString(),
    })),
  };
}

const progressOf = ({ version, position, head }: NonNullable<ProjectorStatus['live']>) => ({
  version,
  position: position.toString(),
  head: head.toString(),
});
