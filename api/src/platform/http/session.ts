import type { Actor, OperatorScope } from '@landline/event-schemas';

/** Datasets granted to a client: all of a dataset, or some of its ZIP codes. */
export type GrantedDatasets = Readonly<Record<string, 'all' | readonly string[]>>;

export interface ClientAccess {
  /** False once the client is closed or deactivated. */
  inUse: boolean;
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  demo_mode: boolean;
  datasets: GrantedDatasets;
}

/** The caller's session, from its database row. */
export interface Session {
  readonly id: string;
  readonly actor: Actor;
  /** Latest time at which the session ends, in Unix milliseconds. */
  readonly endsAt: number;
  /** The client that a SuperAdmin is impersonating. */
  readonly impersonation?: { readonly id: string; readonly clientId: string };
  /** Access of the caller's own client, or of the impersonated one. */
  readonly clientAccess?: ClientAccess;
  /** Scopes of the caller's operator token, if any. The token opens only routes with one of these scopes. */
  readonly operatorScopes?: readonly OperatorScope[];
}

/** Prefix that distinguishes operator tokens from access tokens. */
export const OPERATOR_TOKEN_PREFIX = 'llop_';

/** Authenticates operator tokens; implemented in `identity`. */
export interface OperatorAuthenticator {
  /** Returns the rights of a token that is neither revoked nor expired. */
  authenticate(token: string): Promise<Session | undefined>;
}

/** Authenticates access tokens; implemented in `identity`. */
export interface Authenticator {
  /** Returns the open session of an access token, if any. */
  authenticate(token: string): Promise<Session | undefined>;
  /** Returns true for a token with an invalid signature. */
  isForged(token: string): boolean;
  isOpen(sessionId: string): Promise<boolean>;
}

/** Loads a client's access from the event log; undefined for an unknown client. */
export type LoadClientAccess = (clientId: string) => Promise<ClientAccess | undefined>;
