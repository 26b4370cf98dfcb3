import { createHmac, createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

const ISSUER = 'landline-widget';

/** What a widget's token says: which client's, and for which site alone. */
export interface WidgetToken {
  clientId: string;
  origin: string;
}

export interface WidgetTokens {
  issue(of: WidgetToken, minutes: number): { token: string; expiresAt: Date };
  /** Undefined when it is forged, expired or no widget's token. */
  read(token: string): WidgetToken | undefined;
}

/** Tokens of widgets, signed with a key of their own: none is ever a session's. */
export function createWidgetTokens(jwtSecret: string, now = Date.now): WidgetTokens {
  const key = createSecretKey(createHmac('sha256', jwtSecret).update('widget tokens').digest());
  return {
    issue({ clientId, origin }, minutes) {
      const seconds = Math.floor(now() / 1000) + minutes * 60;
      const token = jwt.sign({ sub: clientId, origin, exp: seconds }, key, {
        algorithm: 'HS256',
        issuer: ISSUER,
        noTimestamp: true,
      });
      return { token, expiresAt: new Date(seconds * 1000) };
    },
    read(token) {
      try {
        const claims = jwt.verify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          clockTimestamp: Math.floor(now() / 1000),
        });
        if (typeof claims !== 'object' || typeof claims.sub !== 'string') return undefined;
        return typeof claims.origin === 'string'
          ? { clientId: claims.sub, origin: claims.origin }
          : undefined;
      } catch (error) {
        if (error instanceof jwt.JsonWebTokenError) return undefined;
        throw error;
      }
    },
  };
}
