import type { IdentityPorts } from '../identity/ports.ts';
import type { ColumnService } from './candidates/columns/column-service.ts';

/** Services of the property room. */
export interface PropertyPorts extends IdentityPorts {
  /** Candidates of datasets, as columns in memory. */
  readonly columns: ColumnService;
}
