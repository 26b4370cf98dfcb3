import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import type pg from 'pg';
import { z } from 'zod';
import type { Commands } from '../../platform/commands/commands.ts';
import { nameUuid } from '../../platform/commands/ids.ts';
import type { Tasks } from '../../platform/reactors/tasks.ts';

export type LoadKind = 'direct' | 'dynamic';

/** Delay between the end of a minute and recording its loads, in seconds; by then no process still counts in that minute. */
const SETTLE_SECONDS = 10;

const COUNT = `
  WITH counted AS (
    INSERT INTO api.widget_load AS load (client_id, minute, kind, domain)
    VALUES ($1, date_trunc('minute', now()), $2, $3)
    ON CONFLICT (client_id, minute, kind, domain) DO UPDATE SET count = load.count + 1
    RETURNING minute, count
  )
  SELECT graphile_worker.add_job(
    'tell-widget-loads',
    json_build_object('clientId', $1::text, 'minute', minute),
    run_at := minute + make_interval(mins => 1, secs => ${SETTLE_SECONDS}),
    job_key := 'widget-loads-' || $1 || '-' || extract(epoch FROM minute)
  ) FROM counted WHERE count = 1`;

/** Counts a load in a table; a job records the loads of each minute as one event. */
export async function countLoad(
  pool: pg.Pool,
  clientId: string,
  kind: LoadKind,
  domain: string | undefined,
): Promise<void> {
  await pool.query(COUNT, [clientId, kind, domain ?? '']);
}

/** Records a minute's loads of a client as one event. */
export async function recordLoads(commands: Commands, data: EventData<'WidgetLoadsCounted'>): Promise<void> {
  const { client_id, minute } = data;
  const commandId = nameUuid('widget loads', client_id, minute);
  await commands.append({
    stream: streams.widgetLoads(client_id),
    events: [{ type: 'WidgetLoadsCounted', data }],
    expectedRevision: 'any',
    commandId,
    actor: SYSTEM,
    correlationId: commandId,
  });
}

const payloadSchema = z.object({ clientId: z.string(), minute: z.string() });

/** Records a minute's loads of a client as one event and deletes the counts. */
export const widgetTasks: Tasks = ({ pg: pool, commands }) => ({
  async 'tell-widget-loads'(payload) {
    const { clientId, minute } = payloadSchema.parse(payload);
    const parameters = [clientId, minute];
    const { rows } = await pool.query<{ kind: LoadKind; domain: string; count: number }>(
      'SELECT kind, domain, count FROM api.widget_load WHERE client_id = $1 AND minute = $2 ORDER BY kind, domain',
      parameters,
    );
    if (rows.length === 0) return;
    const at = new Date(minute).toISOString();
    const loads = rows.map((row) => ({ ...row, domain: row.domain || null }));
    await recordLoads(commands, { client_id: clientId, minute: at, loads });
    await pool.query('DELETE FROM api.widget_load WHERE client_id = $1 AND minute = $2', parameters);
  },
});
