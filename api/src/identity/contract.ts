import { planTier, staffRole } from '@landline/event-schemas';
import { z } from 'zod';

const BOTH = 'Please enter both email and password';

/** POST /api/auth/login and POST /api/ai/client-auth/login (spec 000 §5, §7). */
export const loginBody = z.object({
  email: z.string(BOTH).trim().min(1, BOTH).max(320),
  password: z.string(BOTH).min(1, BOTH).max(1024),
  /** Of the second factor: six digits, or a recovery code. Asked for by a 401 `SECOND_FACTOR_REQUIRED`; staff only. */
  code: z.string().trim().max(64).optional(),
});
export type LoginBody = z.infer<typeof loginBody>;

/** Spec 000 §3: login response. Staff belong to no company. */
export const loginAnswer = z.object({
  /** The access token, for callers that send it as a bearer token; browsers have it in a cookie. */
  token: z.string(),
  userId: z.string(),
  userRole: staffRole,
  companyId: z.null(),
  first_name: z.string(),
  last_name: z.string(),
});
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** Times are ISO 8601. */
export const refreshAnswer = z.object({
  authToken: z.object({ token: z.string(), expiresAt: z.iso.datetime() }),
});
export type RefreshAnswer = z.infer<typeof refreshAnswer>;

/** GET /api/auth/verify: what the web needs after a reload. */
export const verifyAnswer = z.object({
  role: staffRole,
  userId: z.string(),
  companyId: z.null(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** When the session ends at the latest, however busy it is. */
  sessionEndsAt: z.iso.datetime(),
  /** The client that this SuperAdmin acts as; answered meanwhile too, so that no tab acts as somebody unseen. */
  impersonating: z.lazy(() => signedInClient).nullable(),
});
export type VerifyAnswer = z.infer<typeof verifyAnswer>;

/** Spec 000 §3: client login response; `email` and `adminName` are of the user who signed in. */
export const signedInClient = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  adminName: z.string(),
  planTier,
  has_ai_assistant: z.boolean(),
  has_geo_leads: z.boolean(),
  has_custom_solution: z.boolean(),
  product_config: z.object({ demo_mode: z.boolean() }),
});
export type SignedInClient = z.infer<typeof signedInClient>;

export const clientLoginAnswer = z.object({ token: z.string(), userId: z.string(), client: signedInClient });
export type ClientLoginAnswer = z.infer<typeof clientLoginAnswer>;

export const clientVerifyAnswer = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  client: signedInClient,
  /** A SuperAdmin acts as this client: `userId` and the names are the SuperAdmin's, all that is done is recorded. */
  isImpersonating: z.boolean(),
  sessionEndsAt: z.iso.datetime(),
});
export type ClientVerifyAnswer = z.infer<typeof clientVerifyAnswer>;

/** Spec 000 §9: minimum of a password that is set by a setup or reset link, and of one that is changed. */
export const SETUP_PASSWORD_MIN = 12;
export const CHANGED_PASSWORD_MIN = 8;
/** What counts as a special character (spec 000 §5: a fixed set): the printable ASCII characters that are neither letters nor digits. */
export const SPECIAL_CHARACTER = /[!-/:-@[-`{-~]/;

const ALL_FIELDS = 'Please fill in all fields';
const VALID_EMAIL = 'Please enter a valid email address';
const secret = (missing: string) => z.string(missing).min(1, missing).max(1024);
/** An address to which mail can be sent; the specification asks for the at sign. */
const emailAddress = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(320, VALID_EMAIL)
    .regex(/^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+$/, VALID_EMAIL);
const personName = (missing: string) => z.string(missing).trim().min(1, missing).max(100);

/** POST /api/forgot-password and POST /api/ai/client-auth/forgot-password (spec 000 §5). */
export const forgotPasswordBody = z.object({ email: emailAddress('Please enter your email address') });
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>;

/** The answer to all that changes something and has no more to say. */
export const done = z.object({ success: z.literal(true), message: z.string() });
export type Done = z.infer<typeof done>;

/** Setup and reset by a link, staff and clients (spec 000 §5, §7). */
export const passwordByLinkBody = z
  .object({
    token: z.string('Invalid or expired setup link').max(200),
    password: secret(ALL_FIELDS),
    confirmPassword: secret(ALL_FIELDS),
  })
  .superRefine(({ password, confirmPassword }, { addIssue }) => {
    const message = passwordProblem(password, confirmPassword);
    if (message !== undefined) addIssue({ code: 'custom', path: ['password'], message });
  });
export type PasswordByLinkBody = z.infer<typeof passwordByLinkBody>;

/** What is wrong with a password for setup or reset, in the specification's order (spec 000 §5). */
function passwordProblem(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < SETUP_PASSWORD_MIN)
    return `Password must be at least ${SETUP_PASSWORD_MIN} characters long`;
  const wanted = [/[A-Z]/, /[a-z]/, /[0-9]/, SPECIAL_CHARACTER];
  if (wanted.every((each) => each.test(password))) return undefined;
  return 'Password must contain uppercase letter, lowercase letter, number, and special character';
}

/** What a link is for: the first password of one who was invited, or a new one. */
export const linkPurpose = z.enum(['setup', 'reset']);
export type LinkPurpose = z.infer<typeof linkPurpose>;

/** Where the links of mails lead: pages of the web. Staff and clients have one each, which knows both modes. */
export const linkPath = (kind: 'staff' | 'client', purpose: LinkPurpose, token: string) =>
  `${kind === 'staff' ? '/setup' : '/client/setup'}?token=${token}${purpose === 'reset' ? '&mode=reset' : ''}`;

/** GET …/validate-reset-token/:token and …/validate-setup-token/:token (spec 000 §3: setup data from a link). */
export const clientLinkAnswer = z.object({
  valid: z.boolean(),
  user: z
    .object({ email: z.string(), clientName: z.string(), firstName: z.string(), lastName: z.string() })
    .optional(),
  error: z.string().optional(),
});
export type ClientLinkAnswer = z.infer<typeof clientLinkAnswer>;

/** GET /api/auth/validate-link/:token: of staff, for either purpose. */
export const staffLinkAnswer = z.object({
  valid: z.boolean(),
  purpose: linkPurpose.optional(),
  user: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }).optional(),
  error: z.string().optional(),
});
export type StaffLinkAnswer = z.infer<typeof staffLinkAnswer>;

const ALL_PASSWORDS = 'Please fill in all password fields';

/** PATCH …/profile/password. All sessions end, this one too. */
export const passwordChangeBody = z.object({
  currentPassword: secret(ALL_PASSWORDS),
  newPassword: secret(ALL_PASSWORDS).min(
    CHANGED_PASSWORD_MIN,
    `New password must be at least ${CHANGED_PASSWORD_MIN} characters long`,
  ),
});
export type PasswordChangeBody = z.infer<typeof passwordChangeBody>;

/** The form of it: the confirmation stays in the browser (spec 000 §3, §5). */
export const passwordChangeForm = passwordChangeBody
  .extend({ confirmPassword: secret(ALL_PASSWORDS) })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'New passwords do not match',
  });

/** PATCH …/profile/email. */
export const emailChangeBody = z.object({ newEmail: emailAddress(ALL_FIELDS), password: secret(ALL_FIELDS) });
export type EmailChangeBody = z.infer<typeof emailChangeBody>;

const ONE_NAME = 'Please enter at least a first or last name';
const optionalName = z.string().trim().max(100).optional();

/** PATCH …/profile/name: what is left out, or empty, stays as it is. */
export const nameChangeBody = z
  .object({ firstName: optionalName, lastName: optionalName })
  .refine(({ firstName, lastName }) => Boolean(firstName || lastName), ONE_NAME);
export type NameChangeBody = z.infer<typeof nameChangeBody>;

/** GET /api/auth/sessions and GET /api/ai/client-auth/sessions: one's own, the last used first. */
export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** In words, e.g. `Chrome on Windows`; `Unknown device` when it did not say. */
      device: z.string(),
      createdAt: z.iso.datetime(),
      /** To the minute. */
      lastUsedAt: z.iso.datetime(),
      /** True of the session that asks. */
      current: z.boolean(),
    }),
  ),
});
export type SessionsAnswer = z.infer<typeof sessionsAnswer>;

/** GET /api/auth/totp: two-factor sign-in of the member of staff who asks. */
export const totpAnswer = z.object({ enabled: z.boolean(), recoveryCodesLeft: z.int() });
export type TotpAnswer = z.infer<typeof totpAnswer>;

const YOUR_PASSWORD = 'Please enter your password';

/** POST /api/auth/totp begins, POST /api/auth/totp/disable ends it. */
export const totpPasswordBody = z.object({ password: secret(YOUR_PASSWORD) });

/** Shown once; nothing is on until a code confirms it. */
export const totpBegun = z.object({ secret: z.string(), otpauthUrl: z.string() });
export type TotpBegun = z.infer<typeof totpBegun>;

/** POST /api/auth/totp/confirm. */
export const totpConfirmBody = z.object({
  code: z
    .string('Please enter the 6-digit code')
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6-digit code')),
});

/** Each opens once, in place of a code. Shown once. */
export const totpConfirmed = done.extend({ recoveryCodes: z.array(z.string()) });
export type TotpConfirmed = z.infer<typeof totpConfirmed>;

/** A member of staff, for the SuperAdmin who administers them. `pending`: invited, no password yet. */
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
export const staffAnswer = z.object({ staff: z.array(staffMember) });

const REQUIRED = 'All fields are required';

/** POST /api/staff/invitations. */
export const staffInvitationBody = z.object({
  firstName: personName(REQUIRED),
  lastName: personName(REQUIRED),
  email: emailAddress(REQUIRED),
  role: staffRole,
});
export type StaffInvitationBody = z.infer<typeof staffInvitationBody>;

/** `id` is of the user who was invited. */
export const invitedAnswer = done.extend({ id: z.string() });
export type InvitedAnswer = z.infer<typeof invitedAnswer>;

/** PATCH /api/staff/:id. */
export const staffChangeBody = z
  .object({ role: staffRole.optional(), active: z.boolean().optional() })
  .refine(({ role, active }) => role !== undefined || active !== undefined, REQUIRED);
export type StaffChangeBody = z.infer<typeof staffChangeBody>;

/** Spec 000 §3: client admin. Inactive: invited and not set up yet, or deactivated. */
export const clientAdmin = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  active: z.boolean(),
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
export const clientAdminsAnswer = z.object({ success: z.literal(true), admins: z.array(clientAdmin) });
/** GET /api/client-admin/get-client-admin/:adminId. */
export const clientAdminAnswer = z.object({ success: z.literal(true), admin: clientAdmin });

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
/** PATCH /api/client-admin/client-admins/:adminId: who may not sign in any more, e.g. under 18 (spec 000 §4). */
export const clientAdminActiveBody = z.object({ active: z.boolean(REQUIRED) });
export const clientAdminChanged = done.extend({ admin: clientAdmin });
