/** The readable cookies are hints for display: without both there is no session worth asking about (spec 000 §6). */
export function hint(name: 'userId' | 'userRole'): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
}

/** Whether somebody may be signed in. */
export function hintsAtSession(): boolean {
  return hint('userId') !== undefined && hint('userRole') !== undefined;
}
