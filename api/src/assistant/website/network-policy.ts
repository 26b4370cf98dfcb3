import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 ranges outside the public internet (IANA special-purpose registry). */
const reserved4 = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [net = '', bits] = range.split('/');
  reserved4.addSubnet(net, Number(bits), 'ipv4');
}
/** Globally routed IPv6, without transitions to IPv4 and documentation ranges. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const reserved6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved6.addSubnet(net, bits, 'ipv6');
}

/** Returns whether an address is reachable from the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** Returns the host if it is an IP address; the URL parser has normalized its spelling. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? undefined : host;
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Addresses that may be connected to, and the resolver for host names. */
export interface NetworkPolicy {
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: Resolve;
}
export const PUBLIC_NETWORK: NetworkPolicy = { isAllowed: isPublic, resolve: lookup };

/**
 * Resolves a name once and rejects it if any of its addresses is not allowed. The connection uses the checked address, so the
 * name cannot be rebound in between.
 */
export function checkedLookup({ isAllowed, resolve }: NetworkPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new PrivateAddressError(`${hostname} is not a public address`), '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}
