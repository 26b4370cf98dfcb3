const KEY = 'landline.session-renewed';

/** Records, for all tabs, that the session cookies were just renewed. */
export function noteRenewal(): void {
  if (typeof localStorage === 'undefined') return;
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Storage is full or forbidden: other tabs may renew unnecessarily.
  }
}

/** Returns the time of the last renewal in any tab, in milliseconds since 1970; 0 if none. */
export function renewedAt(): number {
  return typeof localStorage === 'undefined' ? 0 : Number(localStorage.getItem(KEY) ?? 0);
}
