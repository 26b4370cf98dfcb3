import { SYSTEM } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { CLIENT_USERS, CLIENTS } from '../../clients/clients/queries.ts';
import { liveRows } from '../../platform/live-generation.ts';
import { type ClientAdmin, clientAdmin, type StaffMember, staffMember } from './contract.ts';

/** Live rows of the staff read model, for other rooms' queries. */
export const STAFF_USERS = liveRows('read.staff_user', 'staff');

const STAFF = sql.fragment`
  SELECT user_id AS id, email, first_name AS "firstName", last_name AS "lastName", role, active, pending,
    two_factor AS "twoFactor", last_login AS "lastLogin", created_at AS "createdAt"
  FROM ${STAFF_USERS} AS staff
`;

/** Lists all staff by name. */
export const allStaff = (db: CommonQueryMethods): Promise<readonly StaffMember[]> =>
  db.any(sql.type(staffMember)`${STAFF} ORDER BY lower(last_name), lower(first_name), user_id`);

const userId = z.object({ user_id: z.string() });

/** Returns the ids of the active SuperAdmins as of the read model's position. */
export const superAdminIds = (db: CommonQueryMethods): Promise<readonly string[]> =>
  db.anyFirst(sql.type(userId)`
    SELECT user_id FROM ${STAFF_USERS} AS staff WHERE role = 'SuperAdmin' AND active
  `);

/**
 * Returns the last time at which a SuperAdmin besides this user could sign in: now, if there is one. Null if there never was
 * one. A lagging read model can only miss a new SuperAdmin.
 */
export const lastOtherSuperAdminAt = (db: CommonQueryMethods, id: string): Promise<Date | null> =>
  db
    .oneFirst(sql.type(z.object({ at: z.number().nullable() }))`
      SELECT (extract(epoch FROM max(
        CASE WHEN role = 'SuperAdmin' AND active THEN now()
        WHEN role = 'SuperAdmin' THEN greatest(deactivated_at, demoted_at) ELSE demoted_at END)) * 1000)::float8 AS at
      FROM ${STAFF_USERS} AS staff WHERE user_id <> ${id} AND NOT pending
    `)
    .then((at) => (at === null ? null : new Date(at)));

/** Users without a client in the read model are omitted. */
const ADMINS = sql.fragment`
  SELECT admin.user_id AS id, admin.first_name, admin.last_name, admin.email,
    admin.active AND NOT admin.pending AS active, admin.pending, admin.two_factor, admin.last_login,
    admin.created_at, admin.client_id, client.name AS client_name, client.primary_domain, client.active AS client_active,
    client.has_ai_assistant, client.has_geo_leads
  FROM ${CLIENT_USERS} AS admin
  JOIN ${CLIENTS} AS client ON client.client_id = admin.client_id
`;

/** Lists all client administrators by name (spec 000 §2: directory). */
export const allClientAdmins = (db: CommonQueryMethods): Promise<readonly ClientAdmin[]> =>
  db.any(sql.type(clientAdmin)`
    ${ADMINS} ORDER BY lower(admin.last_name), lower(admin.first_name), admin.user_id
  `);

export const clientAdminOf = (db: CommonQueryMethods, id: string): Promise<ClientAdmin | null> =>
  db.maybeOne(sql.type(clientAdmin)`${ADMINS} WHERE admin.user_id = ${id}`);

const userName = z.object({ user_id: z.string(), name: z.string() });

/** Returns the full names of staff and client users by user id; unknown users are omitted. */
export async function userNames(
  db: CommonQueryMethods,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const list = sql.array([...new Set(ids)], 'text');
  const rows = await db.any(sql.type(userName)`
    SELECT user_id, btrim(first_name || ' ' || last_name) AS name FROM ${STAFF_USERS} AS staff WHERE user_id = ANY(${list})
    UNION ALL
    SELECT user_id, btrim(first_name || ' ' || last_name) FROM ${CLIENT_USERS} AS users WHERE user_id = ANY(${list})
  `);
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}

/** Names users for a response, Landline itself included; the name of an unknown user is null. */
export const personFrom =
  (names: ReadonlyMap<string, string>) =>
  (id: string): { id: string; name: string | null } => ({
    id,
    name: id === SYSTEM.id ? 'Landline' : (names.get(id) ?? null),
  });

/** Returns the ids of staff who administer clients and have accepted their invitation. */
export const activeAdminIds = (db: CommonQueryMethods): Promise<readonly string[]> =>
  db.anyFirst(sql.type(userId)`
    SELECT user_id FROM ${STAFF_USERS} AS staff WHERE active AND NOT pending AND role IN ('SuperAdmin', 'Admin')
  `);

/** Returns the ids of a client's users who have accepted their invitation. */
export const activeClientUserIds = (db: CommonQueryMethods, clientId: string): Promise<readonly string[]> =>
  db.anyFirst(sql.type(userId)`
    SELECT user_id FROM ${CLIENT_USERS} AS users WHERE client_id = ${clientId} AND active AND NOT pending
  `);
