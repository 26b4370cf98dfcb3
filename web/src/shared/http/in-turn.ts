/**
 * Has what sets or clears the session's cookies happen one after the other in all tabs of the browser (spec 000 §4: no
 * refresh while signing in or out). The answer of one that began before another would undo what that one set.
 */
export function inTurn<T>(act: () => Promise<T>): Promise<T> {
  // Locks are missing where the page is not a secure context.
  return 'locks' in navigator ? navigator.locks.request('landline-session', act) : act();
}
