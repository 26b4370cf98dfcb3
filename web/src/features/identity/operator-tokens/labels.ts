import type { OperatorToken } from '@landline/api/identity/operator-tokens/contract';
import type { OperatorScope } from '@landline/event-schemas';

export const SCOPE_LABELS: Readonly<Record<OperatorScope, string>> = {
  status: 'View system health, read model progress and parked events',
  projections: 'Rebuild read models, retry and skip parked events',
  users: 'List staff and client administrators',
  property: 'Import parcels and layers, read and export candidates, run scoring, publish scoring models',
  audit: 'Read the event log',
  versions: 'Save and restore configuration versions',
  backups: 'Record backups',
};

export const STATUS_LABELS: Readonly<Record<OperatorToken['status'], string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
};
