/**
 * The timers of a session in the browser (spec 000 §9). The document gives two readings of several of them; the one
 * that is taken is here, with its reason. What the server enforces whatever a browser does (2 h without use, 11 h
 * in all, refresh tokens) is in `api/src/identity/constants.ts`.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Nobody does anything, in any tab, for so long: signed out ("2 hour limit" is also the text of §8). */
export const INACTIVITY_MS = 2 * HOUR;

/** A tab in the background for so long: signed out. Until then it is kept alive, and nobody would see a warning. */
export const BACKGROUND_MS = 3 * HOUR;

/** Client users, on paths that begin with /client. */
export const CLIENT_IDLE_MS = 30 * MINUTE;

/** However busy. A session that began in this tab; after a reload the server says when it ends. */
export const MAX_LIFETIME_MS = 11 * HOUR;

/** So long before the end the warning appears. */
export const WARNING_MS = 5 * MINUTE;

/**
 * How often the clock is looked at. Taken: "checked every 30 s"; the other reading (inactivity every 5 min, client
 * idle every 5 min) would sign out up to 5 min late, and could miss the whole warning. Looking at the clock, rather
 * than one long timer, is right after a sleep too.
 */
export const CHECK_EVERY_MS = 30 * SECOND;

/**
 * Tokens are renewed so long after the last time, if somebody was active. Taken: "refresh interval 30 min and
 * threshold 5 min", which the server's token of 35 min is made for. "Every 2.5 h" outlasts the token's 2 h, and
 * "check every 15 min, refresh when under 30 min remain" renews four times as often for the same end.
 */
export const RENEW_EVERY_MS = 30 * MINUTE;

/**
 * The server is asked whether the session stands, and as whom. Taken: "session check every 10 min" rather than the
 * initialization check of 25 min: who lost a role or a product should not see its pages for so long.
 */
export const VERIFY_EVERY_MS = 10 * MINUTE;

/** What people do is written down at most so often, and told to the other tabs. */
export const ACTIVITY_EVERY_MS = 15 * SECOND;

/** After a password change. */
export const LOGOUT_DELAY_MS = 2 * SECOND;

/** The login form takes nothing before. */
export const LOGIN_READY_MS = 300;
/** The card of a forgotten password turns back to the login. */
export const FORGOT_REVERTS_MS = 3 * SECOND;

/** Messages leave by themselves. Errors of the login have a rule of their own in §8; the rest is the table of §9. */
export const MESSAGE_MS = {
  loginError: 5 * SECOND,
  farewell: 10 * SECOND,
  banner: 10 * SECOND,
  forgotPassword: 10 * SECOND,
} as const;

// Not needed here: the login grace of 5 min (nothing in this file ends a session so young, and a refusal by the
// server is one at any age) and "a token more than 1 h past expiry is dead" (the server knows each session's row).
