import { createRequire } from 'node:module';

interface Protobuf {
  readonly Message: { bytesAsU8(value: string | Uint8Array | null): Uint8Array | null };
}

let isDone = false;

/**
 * Replaces protobuf's base64 decoder with Node's in the copy that the event store client uses. The client passes event bytes
 * as base64 text; protobuf decodes it character by character, which takes a sixth of an import's time.
 */
export function decodeBase64Natively(): void {
  if (isDone) return;
  isDone = true;
  const required: Protobuf = createRequire(import.meta.resolve('@eventstore/db-client'))('google-protobuf');
  const { bytesAsU8 } = required.Message;
  required.Message.bytesAsU8 = (value) =>
    typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : bytesAsU8(value);
}
