/**
 * Returns an IPv4 address unchanged and an IPv6 address as its /64 network, since one subscriber usually controls a whole
 * /64. Ignores a port, which some proxies add: `203.0.113.9:443`, `[2001:db8::1]:443`.
 */
export function networkOf(address: string): string {
  const ip = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => '0');
  const groups = [...start, ...zeros, ...end].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Returns the /24 network of an IPv4 address or the /48 network of an IPv6 network. */
export function coarseNetwork(network: string): string {
  const ipv4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(network);
  if (ipv4) return `${ipv4[1]}.0/24`;
  return `${network.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`;
}
