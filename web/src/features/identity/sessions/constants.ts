/**
 * Timers of a session in the browser (spec 000 §9). Where the specification contradicts itself, the comment quotes the
 * rule that applies and gives the reason. The limits that the server enforces regardless of the browser (2 h of
 * inactivity, 11 h in total, refresh tokens) are in `api/src/identity/sessions/constants.ts`.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Inactivity in all tabs until sign-out. The text of §8 also says "2 hour limit". */
export const INACTIVITY_MS = 2 * HOUR;

/**
 * Time in the background until sign-out of staff. Until then, a tab in the background renews its session instead
 * of showing a warning.
 */
export const BACKGROUND_MS = 3 * HOUR;

/** Inactivity until sign-out for client users on /client paths. */
export const CLIENT_IDLE_MS = 30 * MINUTE;

/** Maximum lifetime of a session that began in this tab; after a reload the server reports its end. */
export const MAX_LIFETIME_MS = 11 * HOUR;

/** Time before the end at which the warning appears. */
export const WARNING_MS = 5 * MINUTE;

/**
 * Interval of clock checks: "checked every 30 s". A check every 5 min could sign the user out 5 min late and skip the
 * warning. Unlike one long timer, clock checks also work after the machine slept.
 */
export const CHECK_EVERY_MS = 30 * SECOND;

/**
 * Age at which tokens are renewed if the user was active: "refresh interval 30 min and threshold 5 min", which matches
 * the server's 35 min token. "Every 2.5 h" outlasts the token's 2 h; "check every 15 min, refresh when under 30 min
 * remain" renews more often without benefit.
 */
export const RENEW_EVERY_MS = 30 * MINUTE;

/**
 * Interval of session checks: "session check every 10 min", not the initialization check of 25 min, so that removed
 * roles and products take effect sooner.
 */
export const VERIFY_EVERY_MS = 10 * MINUTE;

/** Shortest interval between two recorded activities, which are also broadcast to other tabs. */
export const ACTIVITY_EVERY_MS = 15 * SECOND;

/** Delay of the sign-out after a password change. */
export const LOGOUT_DELAY_MS = 2 * SECOND;

/** Time before the login form accepts input. */
export const LOGIN_READY_MS = 300;
/** Time limit of a request for a reset link. */
export const FORGOT_TIMEOUT_MS = 30 * SECOND;
/** Time until the forgot-password card returns to the login. */
export const FORGOT_REVERTS_MS = 3 * SECOND;

/** Display times of messages. Login errors follow §8, and all other messages follow the table of §9. */
export const MESSAGE_MS = {
  loginError: 5 * SECOND,
  sessionEnd: 10 * SECOND,
  banner: 10 * SECOND,
  forgotPassword: 10 * SECOND,
} as const;

// Two rules of the specification need no code here. Login grace of 5 min: no timer ends a session that early, and a
// rejection by the server ends it at any age. "A token more than 1 h past expiry is dead": the server checks the row of
// each session.
