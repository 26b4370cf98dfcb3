/** Parts are limited in length, so that a long text without an address is read in linear time. */
const EMAIL = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}\s?@\s?(?:[\p{L}\d-]{1,63}\.){1,8}[\p{L}\d-]{1,63}/gu;
/** Bare host names. URLs with a scheme are removed from answers elsewhere. */
const HOST = /(?<![\p{L}\d.@-])(?:[A-Za-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\p{L}\d-])/gu;
const WWW = /^www\./;

/** Email addresses and hosts of a text. */
export type Contacts = ReadonlySet<string>;

export function contactsOf(text: string): Contacts {
  const emails = [...text.matchAll(EMAIL)].map(([email]) => email.replaceAll(/\s/g, '').toLowerCase());
  const hosts = [
    ...text
      .replace(EMAIL, ' ')
      .replaceAll(/\bhttps?:\/\//gi, ' ')
      .matchAll(HOST),
  ];
  return new Set([...emails, ...hosts.map(([host]) => host.toLowerCase().replace(WWW, ''))]);
}

/** Returns whether the sources have each email address and host of a text, or an email address at that host. */
export function hasKnownContacts(text: string, known: Contacts): boolean {
  const hosts = new Set([...known].map((contact) => contact.slice(contact.indexOf('@') + 1)));
  return [...contactsOf(text)].every((contact) => known.has(contact) || hosts.has(contact));
}
