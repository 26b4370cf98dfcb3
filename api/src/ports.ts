import type { OperationsPorts } from './operations/ports.ts';

/** Services of all rooms, created by `connect`. */
export type Ports = OperationsPorts;
