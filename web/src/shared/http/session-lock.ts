/**
 * Runs calls that set or clear the session cookies one at a time, across all tabs (spec 000 §4: no refresh while
 * signing in or out). Otherwise a late response could overwrite the cookies of a newer one.
 */
export function withSessionLock<T>(act: () => Promise<T>): Promise<T> {
  // The Web Locks API exists only in secure contexts.
  return 'locks' in navigator ? navigator.locks.request('landline-session', act) : act();
}
