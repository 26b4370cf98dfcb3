/** Reads one of the two cookies that scripts can read. */
export function sessionCookie(name: 'userId' | 'userRole'): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
}

/** Returns whether both cookies exist. Without both, there is no session to verify (spec 000 §6). */
export function hasSessionCookies(): boolean {
  return sessionCookie('userId') !== undefined && sessionCookie('userRole') !== undefined;
}
