import { randomUUID } from 'node:crypto';
import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { client, isInUse } from '../../clients/clients/client.ts';
import { SESSION_CHANGED_CHANNEL } from '../../platform/live/session-channels.ts';
import type { IdentityPorts } from '../ports.ts';
import { impersonation } from './impersonation.ts';

type Reason = EventData<'ImpersonationStopped'>['reason'];
type ImpersonationDeps = Pick<IdentityPorts, 'commands' | 'pg' | 'sessions'>;

const ACTIVATE = `
  INSERT INTO api.impersonation (session_id, impersonation_id, client_id) VALUES ($1, $2, $3)
  ON CONFLICT (session_id) DO UPDATE SET impersonation_id = excluded.impersonation_id, client_id = excluded.client_id
  RETURNING pg_notify('${SESSION_CHANGED_CHANNEL}', session_id::text)`;
const DEACTIVATE = `
  DELETE FROM api.impersonation WHERE impersonation_id = $1
  RETURNING pg_notify('${SESSION_CHANGED_CHANNEL}', session_id::text)`;

/** Makes the session act as the client; `ImpersonationStarted` is already in the log. */
export async function activate(
  { pg }: Pick<IdentityPorts, 'pg'>,
  { session_id, impersonation_id, client_id }: EventData<'ImpersonationStarted'>,
): Promise<void> {
  await pg.query(ACTIVATE, [session_id, impersonation_id, client_id]);
}

/** Ends the impersonation in the session before the event is appended, so that a failure cannot leave it active. */
export async function deactivate({ pg }: Pick<IdentityPorts, 'pg'>, impersonationId: string): Promise<void> {
  await pg.query(DEACTIVATE, [impersonationId]);
}

/** Ends an impersonation whose session or client has ended. Returns false while it is valid. Idempotent. */
export async function endIfInvalid(
  ports: ImpersonationDeps,
  impersonationId: string,
  origin: { correlationId?: string; causationId?: string } = {},
): Promise<boolean> {
  const { state } = await ports.commands.load(impersonation, streams.impersonation(impersonationId));
  if (!state.details || state.status !== 'active') return true;
  const reason = await reasonToEnd(ports, state.details);
  if (!reason) return false;
  await deactivate(ports, impersonationId);
  await ports.commands.execute(impersonation, {
    stream: streams.impersonation(impersonationId),
    command: { type: 'stop', reason },
    actor: SYSTEM,
    correlationId: origin.correlationId ?? randomUUID(),
    causationId: origin.causationId,
  });
  return true;
}

async function reasonToEnd(
  { commands, pg, sessions }: ImpersonationDeps,
  { impersonation_id, session_id, client_id }: EventData<'ImpersonationStarted'>,
): Promise<Reason | undefined> {
  if (!(await sessions.isOpen(session_id))) return 'session_ended';
  const { state } = await commands.load(client, streams.client(client_id));
  if (!isInUse(state)) return 'client_ended';
  const { rowCount } = await pg.query('SELECT 1 FROM api.impersonation WHERE impersonation_id = $1', [
    impersonation_id,
  ]);
  return rowCount === 0 ? 'exited' : undefined;
}

/** Returns the ids of active impersonations of this session, client or SuperAdmin. */
export async function activeImpersonations(
  { pg }: Pick<IdentityPorts, 'pg'>,
  filter: { session_id?: string | undefined; client_id?: string | undefined; user_id?: string | undefined },
): Promise<string[]> {
  const { rows } = await pg.query<{ id: string }>(
    `SELECT impersonation_id AS id FROM api.impersonation JOIN api.session ON session.id = session_id
     WHERE session_id = $1 OR impersonation.client_id = $2 OR user_id = $3`,
    [filter.session_id, filter.client_id, filter.user_id],
  );
  return rows.map(({ id }) => id);
}
