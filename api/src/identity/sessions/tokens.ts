import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { ACCESS_TOKEN_MS } from './constants.ts';

const ISSUER = 'landline';

export interface AccessToken {
  token: string;
  /** Unix time in milliseconds. */
  expiresAt: number;
}

/**
 * Returns the secret as a KeyObject. Given a string, jsonwebtoken first tries to parse it as a public key on every
 * verification.
 */
export const accessTokenKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'));

/** Issues a short-lived access token for a session. The API also checks the session's row on every request. */
export function issueAccessToken(sessionId: string, key: KeyObject, now: number): AccessToken {
  const expiresAt = now + ACCESS_TOKEN_MS;
  const token = jwt.sign(
    { sid: sessionId, iat: Math.floor(now / 1000), exp: Math.floor(expiresAt / 1000) },
    key,
    { algorithm: 'HS256', issuer: ISSUER },
  );
  return { token, expiresAt };
}

/**
 * Maximum number of cached verified tokens. Caching pays off because a browser sends the same token with each request.
 */
const MAX_CACHED = 10_000;

/**
 * Returns a function that verifies an access token and returns its session id, or undefined if the token is invalid or
 * expired.
 */
export function createTokenReader(key: KeyObject): (token: string, now: number) => string | undefined {
  const verified = new Map<string, { sessionId: string; expiresAt: number }>();

  return (token, now) => {
    let claims = verified.get(token);
    if (!claims) {
      claims = verifyToken(token, key);
      if (!claims) return undefined;
      if (verified.size >= MAX_CACHED) verified.clear();
      verified.set(token, claims);
    }
    return claims.expiresAt > now ? claims.sessionId : undefined;
  };
}

function verifyToken(token: string, key: KeyObject): { sessionId: string; expiresAt: number } | undefined {
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

/** Returns whether a token names Landline as its issuer and contains a session id, but fails verification. */
export function isForged(token: string, key: KeyObject): boolean {
  const claims = jwt.decode(token);
  if (claims === null || typeof claims === 'string') return false;
  return claims.iss === ISSUER && typeof claims.sid === 'string' && verifyToken(token, key) === undefined;
}

export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage; tokens are random, so an unkeyed hash is safe. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
