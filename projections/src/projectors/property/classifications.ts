import { type Classification, EVERYONE, type PropertyType } from '@landline/event-schemas';
import { type Projector, put, remove } from '../../projector.ts';
import { bigint, double, nullable, table, text, textArray, timestamp, uuid } from '../../table.ts';

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

/** Position of the last change to a dataset's classifications in a scope; cached copies reload when it changes. */
const classificationVersion = table('classification_version', {
  key: ['scope', 'dataset_key'],
  columns: { scope: text(), dataset_key: text(), position: bigint() },
});

export const classifications: Projector<'classifications'> = {
  name: 'classifications',
  version: 1,
  tables: [classification, classificationVersion],
  on: {
    PropertyClassified: ({ data, metadata, position }) => [
      put(classification, { ...data, created_at: metadata.at }),
      put(classificationVersion, { scope: data.scope, dataset_key: data.dataset_key, position }),
    ],
    ClassificationRemoved: ({ data: { scope, candidate_id, dataset_key }, position }) => [
      remove(classification, { scope, candidate_id }),
      put(classificationVersion, { scope, dataset_key, position }),
    ],
  },
  audience: ({ data }) => ('scope' in data && data.scope !== EVERYONE ? [data.scope] : null),
};
