import { planTier } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import { type ClientRecord, productConfig } from './contract.ts';

const row = z.object({
  id: z.string(),
  name: z.string(),
  primary_domain: z.string().nullable(),
  active: z.boolean(),
  plan_tier: planTier,
  has_ai_assistant: z.boolean(),
  has_geo_leads: z.boolean(),
  has_custom_solution: z.boolean(),
  has_custom_widget: z.boolean(),
  product_config: productConfig,
  authorized_domains: z.array(z.string()),
  allowed_email_domains: z.array(z.string()),
  default_widget_version_id: z.string().nullable(),
  time_zone: z.string(),
  adminName: z.string().nullable(),
  email: z.string().nullable(),
  user_count: z.int(),
  created_at: z.number(),
  closed_at: z.number().nullable(),
});

const LIVE = liveGeneration('clients');

/** Rows that an earlier version of the projector wrote serve until its successor is built, and lack what was added since. */
const SELECT = sql.fragment`
  SELECT client.client_id AS id, name, primary_domain, active, plan_tier, has_ai_assistant, has_geo_leads,
    has_custom_solution, coalesce(has_custom_widget, false) AS has_custom_widget, product_config,
    coalesce(authorized_domains, '{}') AS authorized_domains,
    coalesce(allowed_email_domains, '{}') AS allowed_email_domains,
    widget.default_version_id AS default_widget_version_id, coalesce(time_zone, 'UTC') AS time_zone,
    btrim(first.first_name || ' ' || first.last_name) AS "adminName", first.email,
    coalesce(first.user_count, 0)::int AS user_count, client.created_at, closed_at
  FROM read.client
  LEFT JOIN read.widget ON widget.client_id = client.client_id
    AND widget.generation = ${liveGeneration('widgets')}
  LEFT JOIN LATERAL (
    SELECT first_name, last_name, email, count(*) OVER () AS user_count
    FROM read.client_user
    WHERE client_user.generation = client.generation AND client_user.client_id = client.client_id
    ORDER BY client_user.created_at, user_id
    LIMIT 1
  ) AS first ON true
  WHERE client.generation = ${LIVE}
`;

const iso = (at: number) => new Date(at).toISOString();
const toRecord = ({ created_at, closed_at, ...rest }: z.infer<typeof row>): ClientRecord => ({
  ...rest,
  created_at: iso(created_at),
  closed_at: closed_at === null ? null : iso(closed_at),
});

/** All clients, by name. */
export async function listClients(
  db: CommonQueryMethods,
  { closed }: { closed: boolean },
): Promise<ClientRecord[]> {
  const filter = closed ? sql.fragment`` : sql.fragment`AND closed_at IS NULL`;
  const rows = await db.any(sql.type(row)`${SELECT} ${filter} ORDER BY lower(name), client.client_id`);
  return rows.map(toRecord);
}

export async function findClient(
  db: CommonQueryMethods,
  clientId: string,
): Promise<ClientRecord | undefined> {
  const found = await db.maybeOne(sql.type(row)`${SELECT} AND client.client_id = ${clientId}`);
  return found ? toRecord(found) : undefined;
}

const user = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created_at: z.number(),
});

export async function usersOf(db: CommonQueryMethods, clientId: string) {
  const users = await db.any(sql.type(user)`
    SELECT user_id AS id, email, first_name, last_name, created_at
    FROM read.client_user
    WHERE generation = ${LIVE} AND client_id = ${clientId}
    ORDER BY created_at, user_id
  `);
  return users.map(({ created_at, ...rest }) => ({ ...rest, created_at: iso(created_at) }));
}
