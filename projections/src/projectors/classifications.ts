import { type Classification, EVERYONE, type PropertyType } from '@landline/event-schemas';
import { type Projector, put, remove } from '../projector.ts';
import { double, nullable, type RowOf, table, text, textArray, timestamp, uuid } from '../table.ts';

export const classification = table('classification', {
  key: ['scope', 'candidate_id'],
  columns: {
    scope: text(),
    candidate_id: uuid(),
    dataset_key: text(),
    property_type: text<PropertyType>(),
    classification: text<Classification>(),
    notes: text(),
    factor_ids: textArray(),
    original_score: nullable(double()),
    judged_by: text(),
    created_at: timestamp(),
  },
});
export type ClassificationRow = RowOf<typeof classification>;

export const classifications: Projector = {
  name: 'classifications',
  version: 1,
  tables: [classification],
  on: {
    PropertyClassified: ({ data, metadata }) => put(classification, { ...data, created_at: metadata.at }),
    ClassificationRemoved: ({ data: { scope, candidate_id } }) =>
      remove(classification, { scope, candidate_id }),
  },
  audience: ({ data }) => ('scope' in data && data.scope !== EVERYONE ? [data.scope] : null),
};
