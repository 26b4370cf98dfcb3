const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A session that is not used for so long is over: staff inactivity time-out, authentication cookies (spec 000 §9). */
export const INACTIVITY_MS = 2 * HOUR;

/** A session is over after so long, however busy it is (spec 000 §9: maximum session lifetime). */
export const MAX_SESSION_MS = 11 * HOUR;

/**
 * An access token outlives the browser's refresh interval of 30 min by its threshold of 5 min (spec 000 §9), so
 * that who refreshes in time never sees a 401. Ending a session does not wait for it: its row is checked each time.
 */
export const ACCESS_TOKEN_MS = 35 * MINUTE;

/** For so long the refresh token before answers the same successor: two tabs at once (DESIGN §7). */
export const REFRESH_GRACE_MS = 10_000;

/** The last use of a session is written down at most so often. */
export const TOUCH_MS = MINUTE;

/** An address that was reserved for a user who never came to be is free again after so long. */
export const RESERVATION_MS = 15 * MINUTE;

/**
 * Failed sign-ins before 429, and for how long: for one e-mail address from one network address (`account`), for a
 * network address (`address`), and for one e-mail address from wherever (`strangers`: NIST SP 800-63B allows 100 in
 * a row). That last one alone would let strangers lock a person out: a browser that opened the account before has a
 * budget of its own (`device`) and none of the others, and a link from the mailbox makes a browser such a one.
 */
export const SIGN_IN_LIMITS = {
  account: { points: 10, seconds: 15 * 60 },
  address: { points: 100, seconds: 15 * 60 },
  strangers: { points: 50, seconds: 60 * 60 },
  device: { points: 10, seconds: 15 * 60 },
} as const;

/** A browser that opened an account is known for so long after the last time. */
export const DEVICE_MS = 180 * 24 * HOUR;

/** Requests for a reset link before 429: as sign-ins, and fewer, because each may send a mail. */
export const FORGOT_LIMITS = {
  account: { points: 5, seconds: 15 * 60 },
  address: { points: 30, seconds: 15 * 60 },
} as const;

/** Wrong second factors before 429, from wherever: only who has the password gets so far, so nobody is locked out by strangers. */
export const SECOND_FACTOR_LIMIT = { points: 10, seconds: 15 * 60 } as const;

/** An invitation waits for its reader over a weekend and a short leave. */
export const SETUP_LINK_MS = 7 * 24 * HOUR;

/** Who asked for a reset is at the screen: an hour lets a slow mail arrive (OWASP: short-lived). */
export const RESET_LINK_MS = HOUR;

/** A link whose use was broken off by a crash can be tried again after so long. */
export const LINK_CLAIM_MS = MINUTE;

/** Tries of a mail; the pauses between them grow to an hour. */
export const MAIL_ATTEMPTS = 10;

/** RFC 6238 with what every authenticator app takes: SHA-1, 30 s, 6 digits; a step either way for clocks that differ. */
export const TOTP = { stepMs: 30_000, digits: 6, skewSteps: 1, secretBytes: 20 } as const;

export const RECOVERY_CODES = 10;
