const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Inactivity timeout of a session and its cookies (spec 000 §9). */
export const INACTIVITY_MS = 2 * HOUR;

/** Maximum session lifetime (spec 000 §9). */
export const MAX_SESSION_MS = 11 * HOUR;

/**
 * Lifetime of an access token: the browser's refresh interval of 30 min plus its threshold of 5 min (spec 000 §9), so that a
 * timely refresh prevents 401s. Ending a session takes effect immediately, because each request checks the session's row.
 */
export const ACCESS_TOKEN_MS = 35 * MINUTE;

/** Grace period in which a replaced refresh token still returns its successor, so that concurrent tabs stay signed in. */
export const REFRESH_GRACE_MS = 10_000;

/** Minimum interval between updates of a session's last use. */
export const TOUCH_MS = MINUTE;

/** Lifetime of a reserved email address whose user was never created. */
export const RESERVATION_MS = 15 * MINUTE;

/**
 * Failed sign-ins before 429: per email address and network address (`accountFromAddress`), per network address
 * (`address`), and per email address from anywhere (`unknownDevices`; NIST SP 800-63B allows 100 in a row). The last alone
 * would let attackers lock a user out, so a browser that signed in before, or used a link from the mailbox, has its own limit
 * (`device`) instead.
 */
export const SIGN_IN_LIMITS = {
  accountFromAddress: { points: 10, seconds: 15 * 60 },
  address: { points: 100, seconds: 15 * 60 },
  unknownDevices: { points: 50, seconds: 60 * 60 },
  device: { points: 10, seconds: 15 * 60 },
} as const;

/** Time for which a browser is remembered after its last sign-in, in milliseconds. */
export const DEVICE_MS = 180 * 24 * HOUR;

/**
 * Requests for a reset link before 429, per email address and network address (`accountFromAddress`) and per network address
 * (`address`); fewer than sign-ins, because each may send an email.
 */
export const FORGOT_LIMITS = {
  accountFromAddress: { points: 5, seconds: 15 * 60 },
  address: { points: 30, seconds: 15 * 60 },
} as const;

/** Wrong second factors per user before 429. Attackers without the password cannot use this limit to lock a user out. */
export const SECOND_FACTOR_LIMIT = { points: 10, seconds: 15 * 60 } as const;

/** Wrong passwords per user, in the account settings, before 429. */
export const CONFIRMATION_LIMIT = { points: 10, seconds: 15 * 60 } as const;

/** Lifetime of an invitation link; outlasts a short absence. */
export const SETUP_LINK_MS = 7 * 24 * HOUR;

/** Lifetime of a reset link: short (OWASP), with time for slow email delivery. */
export const RESET_LINK_MS = HOUR;

/** Lifetime of a link that confirms a changed email address. */
export const CONFIRM_LINK_MS = 7 * 24 * HOUR;

/** Time after which a link can be used again if a crash interrupted its use. */
export const LINK_CLAIM_MS = MINUTE;

/** Attempts to send an email. The delay grows to 2¼ hours; the last attempt is about 3½ hours after the first. */
export const EMAIL_ATTEMPTS = 10;

/** RFC 6238 parameters that all authenticator apps support; one step of clock skew either way. */
export const TOTP = { stepMs: 30_000, digits: 6, skewSteps: 1, secretBytes: 20 } as const;

export const RECOVERY_CODE_COUNT = 10;

/** Time limit for a sign-in or a refresh. */
export const SIGN_IN_TIME_MS = 10_000;
