import { createHash, randomUUID } from 'node:crypto';

/** Returns a name-based UUID (RFC 9562, version 5 layout): the same parts always give the same id. */
export function nameUuid(...parts: string[]): string {
  const bytes = createHash('sha1').update(JSON.stringify(parts)).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Returns an id derived from actor, route and idempotency key, or a random one without a key. */
export function commandId(actorId: string, route: string | undefined, key: string | undefined): string {
  return key === undefined ? randomUUID() : nameUuid('command', actorId, route ?? '', key);
}

/** Returns the id of the nth event that a command appends to a stream. */
export function eventId(command: string, stream: string, index: number): string {
  return nameUuid('event', command, stream, String(index));
}
