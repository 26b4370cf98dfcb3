import { type CommonQueryMethods, sql } from 'slonik';
import { liveGeneration, liveRows } from '../../platform/live-generation.ts';
import { type ClientRecord, clientRecord, exportedUser } from './contract.ts';

/** Live rows of the clients read model, for queries outside this module. */
export const CLIENTS = liveRows('read.client', 'clients');
export const CLIENT_USERS = liveRows('read.client_user', 'clients');

/**
 * Newer columns use `coalesce`: until a rebuild completes, they are null in rows written by an earlier projector version.
 */
const SELECT = sql.fragment`
  SELECT client.client_id AS id, name, primary_domain, active, plan_tier, has_ai_assistant, has_geo_leads,
    has_custom_solution, coalesce(has_custom_widget, false) AS has_custom_widget, product_config,
    coalesce(authorized_domains, '{}') AS authorized_domains,
    coalesce(allowed_email_domains, '{}') AS allowed_email_domains,
    widget.default_version_id AS default_widget_version_id, coalesce(time_zone, 'UTC') AS time_zone,
    btrim(first.first_name || ' ' || first.last_name) AS "adminName", first.email,
    coalesce(first.user_count, 0)::int AS user_count, client.created_at, closed_at
  FROM ${CLIENTS} AS client
  LEFT JOIN read.widget ON widget.client_id = client.client_id
    AND widget.generation = ${liveGeneration('widgets')}
  LEFT JOIN LATERAL (
    SELECT first_name, last_name, email, count(*) OVER () AS user_count
    FROM ${CLIENT_USERS} AS client_user
    WHERE client_user.client_id = client.client_id
    ORDER BY client_user.active DESC, client_user.created_at, user_id
    LIMIT 1
  ) AS first ON true
`;

/** Returns clients sorted by name; closed clients only if `includeClosed` is true. */
export function listClients(
  db: CommonQueryMethods,
  { includeClosed }: { includeClosed: boolean },
): Promise<readonly ClientRecord[]> {
  const filter = includeClosed ? sql.fragment`` : sql.fragment`WHERE closed_at IS NULL`;
  return db.any(sql.type(clientRecord)`${SELECT} ${filter} ORDER BY lower(name), client.client_id`);
}

export const findClient = (db: CommonQueryMethods, clientId: string): Promise<ClientRecord | null> =>
  db.maybeOne(sql.type(clientRecord)`${SELECT} WHERE client.client_id = ${clientId}`);

export const usersOf = (db: CommonQueryMethods, clientId: string) =>
  db.any(sql.type(exportedUser)`
    SELECT user_id AS id, email, first_name, last_name, created_at
    FROM ${CLIENT_USERS} AS client_user
    WHERE client_id = ${clientId}
    ORDER BY created_at, user_id
  `);

export const isUserOfClient = (db: CommonQueryMethods, userId: string, clientId: string): Promise<boolean> =>
  db.exists(sql.unsafe`
    SELECT 1 FROM ${CLIENT_USERS} AS client_user WHERE user_id = ${userId} AND client_id = ${clientId}
  `);
