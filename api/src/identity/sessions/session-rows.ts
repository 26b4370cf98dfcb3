import type { ActorRole } from '@landline/event-schemas';
import { sql } from 'slonik';
import { z } from 'zod';
import type { ClientAccess, Session } from '../../platform/http/session.ts';
import { hashToken } from './tokens.ts';

/** Access of the session's client; `in_use` is null until it is stored. */
interface AccessRow extends Omit<ClientAccess, 'inUse'> {
  in_use: boolean | null;
}

/** An open session with its client's access, read by every request. */
export interface SessionRow extends AccessRow {
  id: string;
  user_id: string;
  role: ActorRole;
  client_id: string | null;
  last_used_at: Date;
  expires_at: Date;
  impersonation_id: string | null;
  impersonated_client_id: string | null;
}

const refreshRow = z.object({
  id: z.string(),
  user_id: z.string(),
  role: z.string(),
  client_id: z.string().nullable(),
  last_used_at: z.string(),
  expires_at: z.string(),
  ended_at: z.string().nullable(),
  ended_because: z.string().nullable(),
  successor: z.instanceof(Buffer).nullable(),
  replaced_at: z.string().nullable(),
  successor_replaced_at: z.string().nullable(),
});

/** Sessions with ids $1 that end after $2 and were used after $3. */
export const OPEN_SESSIONS = `
  SELECT id, user_id, role, session.client_id, last_used_at, expires_at, impersonation_id,
    impersonation.client_id AS impersonated_client_id, in_use, has_ai_assistant, has_geo_leads, demo_mode, datasets
  FROM api.session
  LEFT JOIN api.impersonation ON session_id = id
  LEFT JOIN api.client_access AS access
    ON access.client_id = coalesce(session.client_id, impersonation.client_id)
  WHERE id = ANY($1::uuid[]) AND ended_at IS NULL AND expires_at > $2 AND last_used_at > $3`;

/** Selects a refresh token with its session and the state of its successor. */
export const refreshQuery = (refreshToken: string) => sql.type(refreshRow)`
  SELECT session.id, session.user_id, session.role, session.client_id, session.last_used_at, session.expires_at,
    session.ended_at, session.ended_because, token.successor, token.replaced_at, successor.replaced_at AS successor_replaced_at
  FROM api.refresh_token AS token
  JOIN api.session ON session.id = token.session_id
  LEFT JOIN api.refresh_token AS successor ON successor.hash = token.successor
  WHERE token.hash = ${sql.binary(hashToken(refreshToken))}
`;

const accessIn = ({
  in_use,
  has_ai_assistant,
  has_geo_leads,
  demo_mode,
  datasets,
}: AccessRow): ClientAccess | undefined =>
  in_use === null ? undefined : { inUse: in_use, has_ai_assistant, has_geo_leads, demo_mode, datasets };

export function sessionIn(row: SessionRow): Session {
  const { impersonation_id, impersonated_client_id } = row;
  const clientAccess = accessIn(row);
  return {
    ...toSession(row.id, row.user_id, row.role, row.client_id, row.expires_at.getTime()),
    ...(impersonation_id !== null &&
      impersonated_client_id !== null && {
        impersonation: { id: impersonation_id, clientId: impersonated_client_id },
      }),
    ...(clientAccess && { clientAccess }),
  };
}

export const sessionOfRefresh = (row: z.infer<typeof refreshRow>) =>
  toSession(row.id, row.user_id, row.role as ActorRole, row.client_id, Date.parse(row.expires_at));

export function toSession(
  id: string,
  userId: string,
  role: ActorRole,
  clientId: string | null,
  endsAt: number,
): Session {
  return { id, endsAt, actor: { id: userId, role, ...(clientId !== null && { clientId }) } };
}
