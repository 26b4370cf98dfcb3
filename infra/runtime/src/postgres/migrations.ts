import type { ClientBase } from 'pg';
import { PermanentError } from '../process/permanent-error.ts';
import { withConnection } from './connection.ts';

interface Migrations {
  readonly schema: string;
  /** SQL steps, oldest first; each is applied once. Never change a released step. */
  readonly steps: readonly string[];
  /** SQL expression for the advisory lock that makes processes migrate one at a time. */
  readonly lock: string;
  /** Column names of `<schema>.migration` and the number of the first step, as in existing databases. */
  readonly bookkeeping?: { readonly step: string; readonly appliedAt: string; readonly first: number };
  /** Fails if the database has more steps than this program defines; by default, the additional steps are ignored. */
  readonly refuseNewer?: true;
}

/** The database was migrated by a newer version of this program. */
export class NewerSchemaError extends PermanentError {
  readonly code = 'SCHEMA_NEWER';
  constructor(schema: string, databaseVersion: number, programVersion: number) {
    super(
      `Schema ${schema} is at version ${databaseVersion}, but this program only knows version ${programVersion}; run a newer release`,
    );
  }
}

/** Applies the missing steps in one transaction. */
export async function applyMigrations(client: ClientBase, migrations: Migrations): Promise<void> {
  const { schema, steps, lock, refuseNewer } = migrations;
  const { step, appliedAt, first } = migrations.bookkeeping ?? {
    step: 'step',
    appliedAt: 'applied_at',
    first: 0,
  };
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.migration (
         ${step} integer PRIMARY KEY, ${appliedAt} timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query<{ applied: number }>(
      `SELECT count(*)::int AS applied FROM ${schema}.migration`,
    );
    const applied = rows[0]?.applied ?? 0;
    if (refuseNewer && applied > steps.length) throw new NewerSchemaError(schema, applied, steps.length);
    for (const [index, statement] of steps.entries()) {
      if (index < applied) continue;
      await client.query(statement);
      await client.query(`INSERT INTO ${schema}.migration (${step}) VALUES ($1)`, [first + index]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the connection is lost, so PostgreSQL has rolled back
    throw error;
  }
}

/** Applies the missing steps on a separate connection. */
export const migrateDatabase = (databaseUrl: string, migrations: Migrations): Promise<void> =>
  withConnection(databaseUrl, `${migrations.schema} schema`, (client) => applyMigrations(client, migrations));
