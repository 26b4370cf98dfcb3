import type { PlatformPorts } from '../platform/ports.ts';

/** Services of the clients room. */
export interface ClientsPorts extends PlatformPorts {
  /** Ends sessions; the identity room provides it. */
  readonly sessions: { endOfClient(clientId: string): Promise<void> };
}
