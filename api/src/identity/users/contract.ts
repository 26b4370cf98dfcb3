import { staffRole } from '@landline/event-schemas';
import { z } from 'zod';
import { messageResponse, successResponse } from '../../platform/http/response-contract.ts';
import { emailAddress } from '../sessions/contract.ts';

const personName = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(100, 'A name can have at most 100 characters');

/** A staff member as SuperAdmins see them. `pending`: invited, without a password yet. */
export const staffMember = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: staffRole,
  active: z.boolean(),
  pending: z.boolean(),
  twoFactor: z.boolean(),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type StaffMember = z.infer<typeof staffMember>;

/** GET /api/staff. */
export const staffResponse = z.object({ staff: z.array(staffMember) });

const REQUIRED = 'All fields are required';

/** POST /api/staff/invitations. */
export const staffInvitationBody = z.object({
  firstName: personName(REQUIRED),
  lastName: personName(REQUIRED),
  email: emailAddress(REQUIRED),
  role: staffRole,
});
export type StaffInvitationBody = z.infer<typeof staffInvitationBody>;

/** `id` of the invited user. */
export const invitedResponse = messageResponse.extend({ id: z.string() });
export type InvitedResponse = z.infer<typeof invitedResponse>;

/** PATCH /api/staff/:id. */
export const staffChangeBody = z
  .object({ role: staffRole.optional(), active: z.boolean().optional() })
  .refine(({ role, active }) => role !== undefined || active !== undefined, REQUIRED);
export type StaffChangeBody = z.infer<typeof staffChangeBody>;

/** A client's user as staff see them (spec 000 §3). Inactive users were deactivated or have no password yet. */
export const clientAdmin = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** False also for pending administrators. */
  active: z.boolean(),
  /** Invited, without a password yet. */
  pending: z.boolean(),
  two_factor: z.boolean(),
  last_login: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  client_id: z.string(),
  client_name: z.string(),
  primary_domain: z.string().nullable(),
  client_active: z.boolean(),
  has_ai_assistant: z.boolean(),
  has_geo_leads: z.boolean(),
});
export type ClientAdmin = z.infer<typeof clientAdmin>;

/** GET /api/client-admin/get-all-client-admins, by name. */
export const clientAdminsResponse = successResponse.extend({ admins: z.array(clientAdmin) });
/** GET /api/client-admin/get-client-admin/:adminId. */
export const clientAdminResponse = successResponse.extend({ admin: clientAdmin });

/** POST /api/client-admin/create-client-admin-invitation. */
export const clientAdminInvitationBody = z.object({
  firstName: personName(REQUIRED),
  lastName: personName(REQUIRED),
  email: emailAddress(REQUIRED),
  clientId: z.string(REQUIRED).min(1, REQUIRED).max(200),
});
export type ClientAdminInvitationBody = z.infer<typeof clientAdminInvitationBody>;

/** PUT /api/client-admin/update-client-admin/:adminId. */
export const clientAdminChangeBody = clientAdminInvitationBody.omit({ clientId: true });
export type ClientAdminChangeBody = z.infer<typeof clientAdminChangeBody>;
/** PATCH /api/client-admin/client-admins/:adminId, e.g. to deactivate a user under 18 (spec 000 §4). */
export const clientAdminActiveBody = z.object({ active: z.boolean(REQUIRED) });
export const clientAdminChangedResponse = messageResponse.extend({ admin: clientAdmin });
