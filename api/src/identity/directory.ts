import { staffRole } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import { type ClientAdmin, clientAdmin, type StaffMember } from './contract.ts';

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

const staffRow = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: staffRole,
  active: z.boolean(),
  pending: z.boolean(),
  two_factor: z.boolean(),
  last_login: z.number().nullable(),
  created_at: z.number(),
});

const STAFF = sql.fragment`
  SELECT user_id, email, first_name, last_name, role, active, pending, two_factor, last_login, created_at
  FROM read.staff_user
  WHERE generation = ${liveGeneration('staff')}
`;

const toStaff = (row: z.infer<typeof staffRow>): StaffMember => ({
  id: row.user_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  active: row.active,
  pending: row.pending,
  twoFactor: row.two_factor,
  lastLogin: isoOrNull(row.last_login),
  createdAt: iso(row.created_at),
});

/** All staff, by name. */
export async function allStaff(db: CommonQueryMethods): Promise<StaffMember[]> {
  const rows = await db.any(sql.type(staffRow)`
    ${STAFF} ORDER BY lower(last_name), lower(first_name), user_id
  `);
  return rows.map(toStaff);
}

/** Who was a SuperAdmin when the read model looked last. */
export async function superAdminIds(db: CommonQueryMethods): Promise<string[]> {
  const rows = await db.any(sql.type(staffRow)`${STAFF} AND role = 'SuperAdmin' AND active`);
  return rows.map(({ user_id }) => user_id);
}

const adminRow = clientAdmin.extend({ last_login: z.number().nullable(), created_at: z.number() });

/** A user whose client is unknown is not listed: there is nothing to administer. */
const ADMINS = sql.fragment`
  SELECT admin.user_id AS id, admin.first_name, admin.last_name, admin.email,
    admin.active AND NOT admin.pending AS active, admin.last_login, admin.created_at,
    admin.client_id, client.name AS client_name, client.primary_domain, client.active AS client_active,
    client.has_ai_assistant, client.has_geo_leads
  FROM read.projector
  JOIN read.client_user AS admin ON admin.generation = live_generation
  JOIN read.client ON client.generation = live_generation AND client.client_id = admin.client_id
  WHERE projector.name = 'clients'
`;

const toAdmin = ({ last_login, created_at, ...row }: z.infer<typeof adminRow>): ClientAdmin => ({
  ...row,
  last_login: isoOrNull(last_login),
  created_at: iso(created_at),
});

/** All administrators of clients, by name (spec 000 §2: directory). */
export async function allClientAdmins(db: CommonQueryMethods): Promise<ClientAdmin[]> {
  const rows = await db.any(sql.type(adminRow)`
    ${ADMINS} ORDER BY lower(admin.last_name), lower(admin.first_name), admin.user_id
  `);
  return rows.map(toAdmin);
}

export async function clientAdminOf(db: CommonQueryMethods, id: string): Promise<ClientAdmin | undefined> {
  const row = await db.maybeOne(sql.type(adminRow)`${ADMINS} AND admin.user_id = ${id}`);
  return row ? toAdmin(row) : undefined;
}
