import type { ClientsPorts } from '../clients/ports.ts';
import type { OperatorTokens } from './operator-tokens/operator-tokens.ts';
import type { Links } from './sessions/links.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignInLimits } from './sessions/sign-in-limits.ts';
import type { TwoFactor } from './sessions/two-factor.ts';

/** Services of the identity room. */
export interface IdentityPorts extends ClientsPorts {
  readonly sessions: Sessions;
  readonly signInLimits: SignInLimits;
  readonly operatorTokens: OperatorTokens;
  readonly links: Links;
  readonly twoFactor: TwoFactor;
}
