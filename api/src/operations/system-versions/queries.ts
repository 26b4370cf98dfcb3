import type { SystemVersionKind } from '@landline/event-schemas';
import type pg from 'pg';
import { STAFF_USERS } from '../../identity/users/directory.ts';
import { BACKUP_TARGET, type BackupStatistics, RETENTION, type SystemVersion } from './contract.ts';
import { countRemaining, LIVE } from './document-differences.ts';

interface VersionRow {
  version_id: string;
  version_name: string;
  description: string;
  kind: SystemVersionKind;
  position: string;
  file_count: number;
  created_at: Date;
  created_by_email: string | null;
  restored_at: Date | null;
  rollback_id: string | null;
  rollback_differences: number | null;
  rollback_requested_at: Date | null;
  rollback_position: string | null;
  rollback_failure: string | null;
  rollback_remaining: number | null;
  is_active: boolean;
}

/** The active version is the newest one after which no configuration changed (spec 002 §4). */
const VERSIONS = `
  SELECT version.*, staff.email AS created_by_email,
    version.version_id = (
      SELECT version_id FROM read.system_version
      WHERE ${LIVE} AND deleted_at IS NULL AND greatest(position, restored_position) >= (
        SELECT coalesce(max(position), -1) FROM read.configuration_document WHERE ${LIVE})
      ORDER BY greatest(position, restored_position) DESC, version_id LIMIT 1
    ) IS TRUE AS is_active
  FROM read.system_version AS version
  LEFT JOIN ${STAFF_USERS.sql} AS staff ON staff.user_id = version.created_by
  WHERE version.${LIVE} AND version.deleted_at IS NULL
  ORDER BY version.created_at DESC, version.position DESC`;

/** Returns all versions, newest first. */
export async function versionRows(db: pg.Pool): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(VERSIONS);
  return rows;
}

/** Returns all versions with their rollbacks, newest first. */
export async function listVersions(db: pg.Pool): Promise<SystemVersion[]> {
  const rows = await versionRows(db);
  return Promise.all(rows.map((row) => toVersion(db, row)));
}

async function toVersion(db: pg.Pool, row: VersionRow): Promise<SystemVersion> {
  const { version_id: id, version_name, description, kind, position, file_count } = row;
  return {
    id,
    version_name,
    description,
    kind,
    position,
    file_count,
    created_at: row.created_at.toISOString(),
    created_by_email: row.created_by_email,
    is_active: row.is_active && row.rollback_id === null,
    restored_at: row.restored_at?.toISOString() ?? null,
    rollback: await rollbackOf(db, row),
  };
}

async function rollbackOf(db: pg.Pool, row: VersionRow): Promise<SystemVersion['rollback']> {
  const { rollback_requested_at: at, rollback_position: requested, rollback_failure: failure } = row;
  if (at === null || requested === null) return null;
  const total = row.rollback_differences ?? 0;
  const places = { position: BigInt(row.position), requested: BigInt(requested) };
  const remaining = row.rollback_remaining ?? (await countRemaining(db, places));
  // Documents may have changed between the request and the start or failure.
  return { requested_at: at.toISOString(), total, remaining: Math.min(total, remaining), failure };
}

/**
 * Returns the ids that a cleanup deletes (spec 002 §9). It keeps the newest of each automatic kind, named versions, the active
 * version and those with a rollback in progress.
 */
export function outdatedVersions(
  versions: readonly Pick<VersionRow, 'version_id' | 'kind' | 'is_active' | 'rollback_id'>[],
): string[] {
  return Object.entries(RETENTION).flatMap(([kind, kept]) =>
    versions
      .filter((version) => version.kind === kind)
      .slice(kept)
      .filter(({ is_active, rollback_id }) => !is_active && rollback_id === null)
      .map(({ version_id }) => version_id),
  );
}

/** Counts the backups of each kind (spec 002 §3). */
export function statisticsOf(versions: readonly VersionRow[]): BackupStatistics {
  const countOf = (kind: SystemVersionKind) => versions.filter((version) => version.kind === kind).length;
  return {
    totalBackups: versions.length,
    gitDeployBackups: countOf('git-deploy'),
    manualSnapshots: countOf('auto-snapshot'),
    emergencyBackups: countOf('emergency'),
    dailyBackups: countOf('daily-auto'),
    weeklyBackups: countOf('weekly-auto'),
    autoBackups: versions.length - countOf('named'),
    target: BACKUP_TARGET,
    outdated: outdatedVersions(versions).length,
  };
}
