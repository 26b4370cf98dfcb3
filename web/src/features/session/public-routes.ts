/** Pages that need no session; a session that expires leaves people there (spec 000 §2, with our aliases). */
const PUBLIC = new Set([
  '/',
  '/home',
  '/login',
  '/login-selection',
  '/forgotpassword',
  '/forgot-password',
  '/signup',
  '/register',
  '/verify-email',
  '/setup',
  '/client/login',
  '/client/setup',
  '/about',
  '/contact',
  '/resources',
  '/support',
  '/careers',
  '/termsofuse',
  '/terms-of-use',
  '/privacypolicy',
  '/privacy-policy',
  '/cookiepolicy',
  '/cookie-policy',
  '/copyright',
  '/salesquotepage',
  '/newsletter/unsubscribe',
  '/unauthorized',
]);

export function isPublicRoute(pathname: string): boolean {
  return PUBLIC.has(pathname.toLowerCase().replace(/(.)\/+$/, '$1'));
}
