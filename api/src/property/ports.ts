import type { IdentityPorts } from '../identity/ports.ts';
import type { ColumnService } from './candidates/columns/column-service.ts';

/** Services of the property room. */
export interface PropertyPorts extends IdentityPorts {
  /** In-memory columns of each dataset's candidates. */
  readonly columns: ColumnService;
}
