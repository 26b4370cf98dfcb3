import { planTier, staffRole } from '@landline/event-schemas';
import { z } from 'zod';

const BOTH = 'Please enter both email and password';

/** POST /api/auth/login and POST /api/ai/client-auth/login (spec 000 §5, §7). */
export const loginBody = z.object({
  email: z.string(BOTH).trim().min(1, BOTH).max(320),
  password: z.string(BOTH).min(1, BOTH).max(1024),
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
});
export type VerifyAnswer = z.infer<typeof verifyAnswer>;

export const signedOut = z.object({ success: z.literal(true), message: z.string() });

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
  sessionEndsAt: z.iso.datetime(),
});
export type ClientVerifyAnswer = z.infer<typeof clientVerifyAnswer>;
