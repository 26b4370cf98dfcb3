import { createHmac, createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

const ISSUER = 'landline-widget';

/** Claims of a widget token. */
interface WidgetToken {
  clientId: string;
  origin: string;
}

interface WidgetTokens {
  issue(claims: WidgetToken, minutes: number): { token: string; expiresAt: Date };
  /** Returns the claims; undefined for a forged or expired token or one of another kind. */
  read(token: string): WidgetToken | undefined;
}

/** Signs widget tokens with their own key, so that they never pass as session tokens. */
export function createWidgetTokens(jwtSecret: string): WidgetTokens {
  const key = createSecretKey(createHmac('sha256', jwtSecret).update('widget tokens').digest());
  return {
    issue({ clientId, origin }, minutes) {
      const exp = Math.floor(Date.now() / 1000) + minutes * 60;
      const token = jwt.sign({ sub: clientId, origin, exp }, key, {
        algorithm: 'HS256',
        issuer: ISSUER,
        noTimestamp: true,
      });
      return { token, expiresAt: new Date(exp * 1000) };
    },
    read(token) {
      try {
        const claims = jwt.verify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
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
