/**
 * Toast durations. Spec 000 §9 has two rules. "Toasts: success 5 s, error 7 s, warning 5 s, info 5 s, billing alert
 * 10 s" applies here, because it names toasts and covers the special kinds. "Messages: danger or error 10 s, warning
 * 7 s" applies to messages within a page; their durations are in `identity/sessions/constants.ts`.
 */
const SECOND = 1_000;

export const TOAST_MS = {
  success: 5 * SECOND,
  error: 7 * SECOND,
  warning: 5 * SECOND,
  info: 5 * SECOND,
} as const;

export const BILLING_ALERT_MS = 10 * SECOND;

/** Fade-out of alerts, in milliseconds (spec 000 §9). */
export const FADE_MS = 300;
