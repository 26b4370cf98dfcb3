import { randomUUID } from 'node:crypto';
import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { client, isInUse } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { impersonation } from './impersonation.ts';

type Reason = EventData<'ImpersonationStopped'>['reason'];
type ImpersonationDeps = Pick<Deps, 'commands' | 'pg' | 'sessions'>;

/** Told on this channel, with the session's id, when a session becomes another's or its own again: open streams begin anew. */
export const SESSION_CHANGED_CHANNEL = 'session_changed';

const BEGIN = `
  INSERT INTO api.impersonation (session_id, impersonation_id, client_id) VALUES ($1, $2, $3)
  ON CONFLICT (session_id) DO UPDATE SET impersonation_id = excluded.impersonation_id, client_id = excluded.client_id
  RETURNING pg_notify('${SESSION_CHANGED_CHANNEL}', session_id::text)`;
const END = `
  DELETE FROM api.impersonation WHERE impersonation_id = $1
  RETURNING pg_notify('${SESSION_CHANGED_CHANNEL}', session_id::text)`;

/** From now on the session acts as the client. What started it is in the log already. */
export async function beginIn(
  { pg }: Pick<Deps, 'pg'>,
  { session_id, impersonation_id, client_id }: EventData<'ImpersonationStarted'>,
): Promise<void> {
  await pg.query(BEGIN, [session_id, impersonation_id, client_id]);
}

/** The session is its own again, before anything is written down: what fails after leaves nobody acting as a client. */
export async function endIn({ pg }: Pick<Deps, 'pg'>, impersonationId: string): Promise<void> {
  await pg.query(END, [impersonationId]);
}

/**
 * Ends an impersonation whose session or client has ended, and writes it down; false while it is still in order.
 * Repeating it is harmless.
 */
export async function endIfOver(
  deps: ImpersonationDeps,
  impersonationId: string,
  origin: { correlationId?: string; causationId?: string } = {},
): Promise<boolean> {
  const { state } = await deps.commands.load(impersonation, streams.impersonation(impersonationId));
  if (!state.of || state.status !== 'active') return true;
  const reason = await reasonToEnd(deps, state.of);
  if (!reason) return false;
  await endIn(deps, impersonationId);
  await deps.commands.execute(impersonation, {
    stream: streams.impersonation(impersonationId),
    command: { type: 'stop', reason },
    actor: SYSTEM,
    correlationId: origin.correlationId ?? randomUUID(),
    ...(origin.causationId !== undefined && { causationId: origin.causationId }),
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

/** Those in force that live in this session, are of this client, or are this SuperAdmin's. */
export async function inForce(
  { pg }: Pick<Deps, 'pg'>,
  of: { session_id?: string | undefined; client_id?: string | undefined; user_id?: string | undefined },
): Promise<string[]> {
  const { rows } = await pg.query<{ id: string }>(
    `SELECT impersonation_id AS id FROM api.impersonation JOIN api.session ON session.id = session_id
     WHERE session_id = $1 OR impersonation.client_id = $2 OR user_id = $3`,
    [of.session_id, of.client_id, of.user_id],
  );
  return rows.map(({ id }) => id);
}
