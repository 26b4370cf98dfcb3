import { createHmac } from 'node:crypto';
import { constantTimeEquals } from '../../platform/constant-time-equals.ts';
import { TOTP } from './constants.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in base32 (RFC 4648) without padding, which authenticator apps accept. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Returns the URL for the QR code that an authenticator app scans. */
export function otpauthUrl(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const { digits, stepMs } = TOTP;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}

/** Returns the code of a time step (RFC 6238 over RFC 4226). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** TOTP.digits).padStart(TOTP.digits, '0');
}

/** Returns the time step of a code within the allowed clock skew; undefined for a wrong code. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const current = Math.floor(now / TOTP.stepMs);
  const codeBytes = Buffer.from(code);
  for (let step = current - TOTP.skewSteps; step <= current + TOTP.skewSteps; step++) {
    if (constantTimeEquals(codeBytes, Buffer.from(codeAt(secret, step)))) return step;
  }
  return undefined;
}
