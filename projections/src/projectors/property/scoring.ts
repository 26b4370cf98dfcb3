import { EVERYONE } from '@landline/event-schemas';
import { type Projector, put } from '../../projector.ts';
import { bigint, double, integer, jsonb, table, text, timestamp } from '../../table.ts';

/** Published scoring models. The current model of a scope has the highest commit position. */
export const scoringModel = table('scoring_model', {
  key: ['scope', 'model_hash'],
  columns: {
    scope: text(),
    model_hash: text(),
    model: jsonb<Record<string, unknown>>(),
    published_at: timestamp(),
    position: bigint(),
  },
  indexes: { scoring_model_by_position: '(generation, scope, position)' },
});

/** Completed rescoring runs. */
export const rescoringRun = table('rescoring_run', {
  key: ['run_id'],
  columns: {
    run_id: text(),
    dataset_key: text(),
    scope: text(),
    model_hash: text(),
    /** Last commit position reflected in the scores. */
    as_of: bigint(),
    count: integer(),
    checksum: text(),
    milliseconds: double(),
    finished_at: timestamp(),
  },
  indexes: { rescoring_run_by_dataset: '(generation, dataset_key, scope, finished_at)' },
});

export const scoring: Projector<'scoring'> = {
  name: 'scoring',
  version: 1,
  tables: [scoringModel, rescoringRun],
  on: {
    ScoringModelPublished: ({ data, metadata, position }) =>
      put(scoringModel, { ...data, published_at: metadata.at, position }),
    CandidatesRescored: ({ data, metadata }) =>
      put(rescoringRun, { ...data, as_of: BigInt(data.as_of), finished_at: metadata.at }),
  },
  audience: ({ data }) => ('scope' in data && data.scope !== EVERYONE ? [data.scope] : null),
};
