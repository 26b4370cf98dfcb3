import { clientAudience, type Projector, patch, put } from '../../projector.ts';
import { nullable, table, text, timestamp } from '../../table.ts';

/** Every grant of access to a dataset or to one of its ZIP codes, revoked ones included. */
const datasetAccess = table('dataset_access', {
  key: ['access_id'],
  columns: {
    access_id: text(),
    client_id: text(),
    dataset_key: text(),
    zip_code: nullable(text()),
    granted_at: timestamp(),
    revoked_at: nullable(timestamp()),
  },
  indexes: { dataset_access_by_client: '(generation, client_id)' },
});

/** For staff lists only. Authorization does not read this model, because a revocation must take effect immediately. */
export const grants: Projector<'grants'> = {
  name: 'grants',
  version: 1,
  tables: [datasetAccess],
  on: {
    DatasetAccessGranted: ({ data, metadata }) =>
      put(datasetAccess, { ...data, granted_at: metadata.at, revoked_at: null }),
    DatasetAccessRevoked: ({ data: { access_id }, metadata }) =>
      patch(datasetAccess, { access_id }, { revoked_at: metadata.at }),
  },
  audience: clientAudience,
};
