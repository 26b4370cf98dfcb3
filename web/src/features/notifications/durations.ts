/**
 * How long toasts are shown (spec 000 §9). Of its two readings, "toasts: success 5 s, error 7 s, warning 5 s, info 5 s,
 * billing alert 10 s" is taken: it is the one that speaks of toasts, and the only one that knows the special kinds.
 * The other ("messages: danger or error 10 s, warning 7 s") is of the messages within a page, which have theirs in
 * `session/constants.ts`.
 */
const SECOND = 1_000;

export const TOAST_MS = {
  success: 5 * SECOND,
  error: 7 * SECOND,
  warning: 5 * SECOND,
  info: 5 * SECOND,
} as const;

export const BILLING_ALERT_MS = 10 * SECOND;

/** Alerts fade (spec 000 §9). */
export const FADE_MS = 300;
