import { planTier, staffRole } from '@landline/event-schemas';
import { z } from 'zod';
import { messageResponse } from '../../platform/http/response-contract.ts';

const CREDENTIALS_REQUIRED = 'Please enter both email and password';
export const PASSWORD_TOO_LONG = 'A password can have at most 1,024 characters';

/** POST /api/auth/login and POST /api/ai/client-auth/login (spec 000 §5, §7). */
export const loginBody = z.object({
  email: z
    .string(CREDENTIALS_REQUIRED)
    .trim()
    .min(1, CREDENTIALS_REQUIRED)
    .max(320, 'An email address can have at most 320 characters'),
  password: z.string(CREDENTIALS_REQUIRED).min(1, CREDENTIALS_REQUIRED).max(1_024, PASSWORD_TOO_LONG),
  /** Second factor: six digits or a recovery code; requested by a 401 `SECOND_FACTOR_REQUIRED`. */
  code: z.string().trim().max(64).optional(),
});
export type LoginBody = z.infer<typeof loginBody>;

/** Spec 000 §3: login response. Staff have no company. */
export const loginResponse = z.object({
  /** Access token for bearer authentication; browsers use the cookie. */
  token: z.string(),
  userId: z.string(),
  userRole: staffRole,
  companyId: z.null(),
  first_name: z.string(),
  last_name: z.string(),
});
export type LoginResponse = z.infer<typeof loginResponse>;

export const refreshResponse = z.object({
  authToken: z.object({ token: z.string(), expiresAt: z.iso.datetime() }),
});

/** GET /api/auth/verify: session data that the web reads after a reload. */
export const verifyResponse = z.object({
  role: staffRole,
  userId: z.string(),
  companyId: z.null(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Latest time at which the session ends. */
  sessionEndsAt: z.iso.datetime(),
  /** The impersonated client, so that every tab can show the impersonation. */
  impersonating: z.lazy(() => signedInClient).nullable(),
});
export type VerifyResponse = z.infer<typeof verifyResponse>;

/** Spec 000 §3: client login response; `email` and `adminName` belong to the user who signed in. */
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

export const clientLoginResponse = z.object({
  token: z.string(),
  userId: z.string(),
  client: signedInClient,
});
export type ClientLoginResponse = z.infer<typeof clientLoginResponse>;

export const clientVerifyResponse = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  client: signedInClient,
  /** True if a SuperAdmin acts as this client; `userId` and the names are then the SuperAdmin's. */
  isImpersonating: z.boolean(),
  sessionEndsAt: z.iso.datetime(),
});
export type ClientVerifyResponse = z.infer<typeof clientVerifyResponse>;

/** Minimum lengths of passwords set by a link and of changed passwords (spec 000 §9). */
export const SETUP_PASSWORD_MIN = 12;
export const CHANGED_PASSWORD_MIN = 8;
/** Special characters (spec 000 §5: a fixed set): printable ASCII characters except letters and digits. */
export const SPECIAL_CHARACTER = /[!-/:-@[-`{-~]/;

const ALL_FIELDS_REQUIRED = 'Please fill in all fields';
const EMAIL_INVALID = 'Please enter a valid email address';
const requiredPassword = (message: string) => z.string(message).min(1, message).max(1_024, PASSWORD_TOO_LONG);
/** Returns the schema of an email address, with the message for a missing one. */
export const emailAddress = (missingMessage: string) =>
  z
    .string(missingMessage)
    .trim()
    .min(1, missingMessage)
    .max(320, EMAIL_INVALID)
    .regex(/^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+$/, EMAIL_INVALID);

/** POST /api/forgot-password and POST /api/ai/client-auth/forgot-password (spec 000 §5). */
export const forgotPasswordBody = z.object({ email: emailAddress('Please enter your email address') });

/** Sets or resets a password with an emailed link, for staff and client users (spec 000 §5, §7). */
export const passwordByLinkBody = z
  .object({
    token: z.string('Invalid or expired setup link').max(200),
    password: requiredPassword(ALL_FIELDS_REQUIRED),
    confirmPassword: requiredPassword(ALL_FIELDS_REQUIRED),
  })
  .superRefine(({ password, confirmPassword }, { addIssue }) => {
    const message = passwordProblem(password, confirmPassword);
    if (message !== undefined) addIssue({ code: 'custom', path: ['password'], message });
  });
export type PasswordByLinkBody = z.infer<typeof passwordByLinkBody>;

/** Returns the first problem of a new password in the specification's order (spec 000 §5). */
function passwordProblem(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < SETUP_PASSWORD_MIN)
    return `Password must be at least ${SETUP_PASSWORD_MIN} characters long`;
  const required = [/[A-Z]/, /[a-z]/, /[0-9]/, SPECIAL_CHARACTER];
  if (required.every((each) => each.test(password))) return undefined;
  return 'Password must contain uppercase letter, lowercase letter, number, and special character';
}

/** POST …/confirm-email: confirms a changed email address with the link sent to it. */
export const confirmEmailBody = z.object({ token: z.string('Invalid or expired link').max(200) });

/** `setup`: the first password of an invited user; `reset`: a new password. */
export const passwordLinkPurpose = z.enum(['setup', 'reset']);
export type PasswordLinkPurpose = z.infer<typeof passwordLinkPurpose>;

/** Returns the path of the web page that confirms a changed address. */
export const confirmEmailPath = (kind: 'staff' | 'client', token: string) =>
  `${kind === 'staff' ? '' : '/client'}/confirm-email?token=${token}`;

/** Returns the path of the page that a setup or reset link opens. */
export const passwordLinkPath = (kind: 'staff' | 'client', purpose: PasswordLinkPurpose, token: string) =>
  `${kind === 'staff' ? '/setup' : '/client/setup'}?token=${token}${purpose === 'reset' ? '&mode=reset' : ''}`;

/** GET …/validate-reset-token/:token and …/validate-setup-token/:token (spec 000 §3: setup data from a link). */
export const clientLinkResponse = z.object({
  valid: z.boolean(),
  user: z
    .object({ email: z.string(), clientName: z.string(), firstName: z.string(), lastName: z.string() })
    .optional(),
  error: z.string().optional(),
});
export type ClientLinkResponse = z.infer<typeof clientLinkResponse>;

/** GET /api/auth/validate-link/:token: staff setup and reset links. */
export const staffLinkResponse = z.object({
  valid: z.boolean(),
  purpose: passwordLinkPurpose.optional(),
  user: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }).optional(),
  error: z.string().optional(),
});
export type StaffLinkResponse = z.infer<typeof staffLinkResponse>;

const ALL_PASSWORDS_REQUIRED = 'Please fill in all password fields';

/** PATCH …/profile/password. Ends all sessions, including the current one. */
export const passwordChangeBody = z.object({
  currentPassword: requiredPassword(ALL_PASSWORDS_REQUIRED),
  newPassword: requiredPassword(ALL_PASSWORDS_REQUIRED).min(
    CHANGED_PASSWORD_MIN,
    `New password must be at least ${CHANGED_PASSWORD_MIN} characters long`,
  ),
});
export type PasswordChangeBody = z.infer<typeof passwordChangeBody>;

/** The web's form; the confirmation is not sent (spec 000 §3, §5). */
export const passwordChangeForm = passwordChangeBody
  .extend({ confirmPassword: requiredPassword(ALL_PASSWORDS_REQUIRED) })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'New passwords do not match',
  });

/** PATCH …/profile/email. */
export const emailChangeBody = z.object({
  newEmail: emailAddress(ALL_FIELDS_REQUIRED),
  password: requiredPassword(ALL_FIELDS_REQUIRED),
});
export type EmailChangeBody = z.infer<typeof emailChangeBody>;

const NAME_REQUIRED = 'Please enter at least a first or last name';
const optionalName = z.string().trim().max(100).optional();

/** PATCH …/profile/name: omitted and empty fields stay unchanged. */
export const nameChangeBody = z
  .object({ firstName: optionalName, lastName: optionalName })
  .refine(({ firstName, lastName }) => Boolean(firstName || lastName), NAME_REQUIRED);
export type NameChangeBody = z.infer<typeof nameChangeBody>;

/** GET /api/auth/sessions and GET /api/ai/client-auth/sessions: own sessions, most recently used first. */
export const sessionsResponse = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** For example `Chrome on Windows` or `Unknown device`. */
      device: z.string(),
      createdAt: z.iso.datetime(),
      /** Updated at most once a minute. */
      lastUsedAt: z.iso.datetime(),
      current: z.boolean(),
    }),
  ),
});
export type SessionsResponse = z.infer<typeof sessionsResponse>;

/** GET /api/auth/totp and GET /api/ai/client-auth/totp. */
export const totpResponse = z.object({ enabled: z.boolean(), recoveryCodesLeft: z.int() });
export type TotpResponse = z.infer<typeof totpResponse>;

const PASSWORD_REQUIRED = 'Enter your password';

/** POST …/totp and POST …/totp/disable. */
export const totpPasswordBody = z.object({ password: requiredPassword(PASSWORD_REQUIRED) });

/** Shown once; two-factor sign-in stays off until a code confirms the secret. */
export const totpSetupResponse = z.object({ secret: z.string(), otpauthUrl: z.string() });
export type TotpSetupResponse = z.infer<typeof totpSetupResponse>;

/** POST …/totp/confirm. */
export const totpConfirmBody = z.object({
  code: z
    .string('Enter the 6-digit code')
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6-digit code')),
});

/** Recovery codes are shown once; each works once in place of an authenticator code. */
export const totpConfirmedResponse = messageResponse.extend({ recoveryCodes: z.array(z.string()) });
export type TotpConfirmedResponse = z.infer<typeof totpConfirmedResponse>;
