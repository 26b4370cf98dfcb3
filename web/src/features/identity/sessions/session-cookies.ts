/** Reads one of the two cookies that scripts can read. Without both, there is no session to verify (spec 000 §6). */
export function sessionCookie(name: 'userId' | 'userRole'): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
}

/** Returns whether a session may exist. */
export function mayBeSignedIn(): boolean {
  return sessionCookie('userId') !== undefined && sessionCookie('userRole') !== undefined;
}
