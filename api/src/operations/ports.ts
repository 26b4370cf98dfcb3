import type { AssistantPorts } from '../assistant/ports.ts';
import type { IdentityPorts } from '../identity/ports.ts';
import type { PropertyPorts } from '../property/ports.ts';

/** Services of the operations room, which uses every other room. */
export interface OperationsPorts extends IdentityPorts, PropertyPorts, AssistantPorts {}
