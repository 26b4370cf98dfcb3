export type Cookies = Record<string, { value: string; attributes: string }>;

/** Parses the cookies of a response. */
export function cookiesOf(headers: Headers): Cookies {
  return Object.fromEntries(
    headers.getSetCookie().map((cookie) => {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*);?(.*)$/.exec(cookie) ?? [];
      return [name, { value, attributes: attributes.toLowerCase() }];
    }),
  );
}

/** Returns the request header that sends cookies back. */
export const cookieHeader = (cookies: Cookies) => ({
  Cookie: Object.entries(cookies)
    .map(([name, { value }]) => `${name}=${value}`)
    .join('; '),
});
