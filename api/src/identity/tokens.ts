import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { ACCESS_TOKEN_MS } from './constants.ts';

const ISSUER = 'landline';

export interface AccessToken {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The key of access tokens. Given as text, each check would first try to read it as a certificate. */
export const accessTokenKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'));

/** A short-lived proof of a session. It is worth nothing once the session's row says so. */
export function issueAccessToken(sessionId: string, key: KeyObject, now: number): AccessToken {
  const expiresAt = now + ACCESS_TOKEN_MS;
  const token = jwt.sign(
    { sid: sessionId, iat: Math.floor(now / 1000), exp: Math.floor(expiresAt / 1000) },
    key,
    { algorithm: 'HS256', issuer: ISSUER },
  );
  return { token, expiresAt };
}

/** Tokens whose signature was checked are remembered: a browser sends the same one with each request. */
const REMEMBERED = 10_000;

/** Reads the session that a token proves: undefined when it is forged, expired or no token of ours. */
export function createTokenReader(key: KeyObject): (token: string, now: number) => string | undefined {
  const known = new Map<string, { sessionId: string; expiresAt: number }>();

  return (token, now) => {
    let claims = known.get(token);
    if (!claims) {
      claims = verified(token, key);
      if (!claims) return undefined;
      if (known.size >= REMEMBERED) known.clear();
      known.set(token, claims);
    }
    return claims.expiresAt > now ? claims.sessionId : undefined;
  };
}

function verified(token: string, key: KeyObject): { sessionId: string; expiresAt: number } | undefined {
  try {
    const claims = jwt.verify(token, key, { algorithms: ['HS256'], issuer: ISSUER, ignoreExpiration: true });
    if (typeof claims !== 'object' || typeof claims.sid !== 'string' || claims.exp === undefined)
      return undefined;
    return { sessionId: claims.sid, expiresAt: claims.exp * 1000 };
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return undefined;
    throw error;
  }
}

/** Whether a token claims to be of ours and is not: what is no token at all, or somebody else's, is no forgery. */
export function isForged(token: string, key: KeyObject): boolean {
  const claims = jwt.decode(token);
  if (claims === null || typeof claims === 'string') return false;
  return claims.iss === ISSUER && typeof claims.sid === 'string' && verified(token, key) === undefined;
}

export function freshRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a refresh token. It is random, so a plain hash cannot be guessed back. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
