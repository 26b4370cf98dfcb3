const KEY = 'landline.session-renewed';

/** Tells all tabs of the browser that the session's cookies are new as of now. */
export function noteRenewal(): void {
  if (typeof localStorage === 'undefined') return;
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Storage that is full or forbidden: the other tabs renew them once more.
  }
}

/** When a tab renewed the session's cookies last, in milliseconds since 1970; 0 when none did. */
export function renewedAt(): number {
  return typeof localStorage === 'undefined' ? 0 : Number(localStorage.getItem(KEY) ?? 0);
}
