import type { OperatorToken } from '@landline/api/identity/operator-tokens/contract';
import type { OperatorScope } from '@landline/event-schemas';

export const SCOPE_LABELS: Readonly<Record<OperatorScope, string>> = {
  status: 'Read status and read models',
  projections: 'Rebuild read models, retry and skip parked events',
  users: 'List users',
  property: 'Import parcels and layers, run scoring',
  audit: 'Read the event log',
  versions: 'Save and restore configuration versions',
  backups: 'Record backups',
};

export const STATUS_LABELS: Readonly<Record<OperatorToken['status'], string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
};
