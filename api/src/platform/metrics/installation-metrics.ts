import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import type { Gauge } from 'prom-client';

/** Creates a gauge `landline_<name>`. */
export type NewGauge = <L extends string>(name: string, help: string, labelNames?: readonly L[]) => Gauge<L>;

/** Collects the size and free space of the disk that holds `dataDir`. */
export async function collectDisk(dataDir: string, gauge: NewGauge): Promise<void> {
  const disk = gauge('disk_bytes', 'Size and free space of the disk that holds DATA_DIR', ['kind'] as const);
  const fileSystem = await statfs(dataDir).catch(() => undefined); // may not exist where a process stores no files
  if (!fileSystem) return;
  disk.set({ kind: 'size' }, fileSystem.blocks * fileSystem.bsize);
  disk.set({ kind: 'free' }, fileSystem.bavail * fileSystem.bsize);
}

const PROCESSES = `
  SELECT name, host, pid, extract(epoch FROM now() - reported_at)::float8 AS age FROM api.process`;
/** Until the first backup, `backup_age` is the age of the installation. */
const DATABASE_STATUS = `
  SELECT
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
    current_setting('max_connections')::int AS max_connections,
    extract(epoch FROM now() - greatest(
      (SELECT max(made_at) FROM api.backup), (SELECT min(applied_at) FROM api.migration)))::float8 AS backup_age`;

interface DatabaseStatus {
  connections: number;
  max_connections: number;
  backup_age: number;
}

/** Collects process reports, connections and the age of the last backup. */
export async function collectDatabase({ pg }: { pg: pg.Pool }, gauge: NewGauge): Promise<void> {
  const [processes, status] = await Promise.all([
    pg.query<{ name: string; host: string; pid: number; age: number }>(PROCESSES),
    pg.query<DatabaseStatus>(DATABASE_STATUS),
  ]);
  const age = gauge(
    'process_report_age_seconds',
    'Time since the last report of a process; processes report every ten seconds',
    ['process', 'host', 'pid'] as const,
  );
  for (const each of processes.rows)
    age.set({ process: each.name, host: each.host, pid: String(each.pid) }, each.age);
  const [row] = status.rows;
  if (!row) return;
  gauge('postgres_connections', 'Open connections to PostgreSQL').set(row.connections);
  gauge('postgres_max_connections', 'Maximum number of connections to PostgreSQL').set(row.max_connections);
  gauge('backup_age_seconds', 'Time since the last backup, or since the installation was created').set(
    row.backup_age,
  );
}

/** Collects the lag of Kafka's consumer groups, as the relay measured it within the last minute. */
export async function collectConsumerLag({ pg }: { pg: pg.Pool }, gauge: NewGauge): Promise<void> {
  const lag = gauge('kafka_consumer_lag', 'Messages that a consumer group has not consumed yet', [
    'group',
    'topic',
  ] as const);
  const { rows: tables } = await pg.query<{ exists: boolean }>(
    `SELECT to_regclass('relay.consumer_lag') IS NOT NULL AS exists`,
  );
  if (!tables[0]?.exists) return; // there is no relay
  const { rows } = await pg.query<{ group: string; topic: string; lag: number }>(
    `SELECT consumer_group AS group, topic, lag::float8 AS lag FROM relay.consumer_lag
     WHERE measured_at > now() - interval '1 minute'`,
  );
  for (const { group, topic, lag: messages } of rows) lag.set({ group, topic }, messages);
}
