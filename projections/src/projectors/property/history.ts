import { hash } from 'node:crypto';
import { type Actor, type Classification, EVERYONE } from '@landline/event-schemas';
import { idPrefix } from '@landline/event-schemas/candidate-id';
import { type Projector, put } from '../../projector.ts';
import {
  bigint,
  integer,
  integerArray,
  jsonb,
  nullable,
  table,
  text,
  textArray,
  timestamp,
  uuid,
} from '../../table.ts';

const happened = { position: bigint(), happened_at: timestamp(), done_by: jsonb<Actor>() };

/**
 * Log positions of a dataset's imported candidates. `ids` are prefixes of candidate ids, so a few may
 * belong to others.
 */
export const importedChunk = table('imported_chunk', {
  key: ['import_id', 'revision'],
  columns: { import_id: text(), revision: bigint(), dataset_key: text(), ids: integerArray(), ...happened },
  indexes: { imported_chunk_by_dataset: '(generation, dataset_key, position)' },
});

/** Every classification of a candidate; `classification` is null when it was removed. */
export const classificationRecord = table('judgement', {
  key: ['candidate_id', 'scope', 'position'],
  columns: {
    candidate_id: uuid(),
    scope: text(),
    classification: nullable(text<Classification>()),
    factor_ids: textArray(),
    ...happened,
  },
});

/** Models share large tables, which are stored once. */
export const modelTables = table('model_tables', {
  key: ['fingerprint'],
  columns: { fingerprint: text(), model: jsonb<Record<string, unknown>>() },
});
export const publishedModel = table('published_model', {
  key: ['scope', 'position'],
  columns: {
    scope: text(),
    model_hash: text(),
    fingerprint: text(),
    learned: jsonb<{ adu: unknown; ios: unknown }>(),
    /** Number of classifications it was trained on; null for a published model. */
    judgements: nullable(integer()),
    ...happened,
  },
  indexes: { published_model_by_hash: '(generation, model_hash)' },
});

export const finishedRun = table('finished_run', {
  key: ['dataset_key', 'scope', 'position'],
  columns: { dataset_key: text(), scope: text(), model_hash: text(), as_of: bigint(), ...happened },
});

type Part = { readonly learned?: unknown } | undefined;

/** Inputs of past scores, so that a candidate's history can be explained without reading the log. */
export const history: Projector<'history'> = {
  name: 'history',
  version: 2,
  tables: [importedChunk, classificationRecord, modelTables, publishedModel, finishedRun],
  on: {
    CandidatesImported: ({ data, revision, position, metadata }) => {
      const id = data.columns.indexOf('id');
      return put(importedChunk, {
        import_id: data.import_id,
        revision,
        dataset_key: data.dataset_key,
        ids: data.rows.map((row) => idPrefix(String(row[id]))),
        position,
        happened_at: metadata.at,
        done_by: metadata.actor,
      });
    },
    PropertyClassified: ({ data: { candidate_id, scope, classification, factor_ids }, position, metadata }) =>
      put(classificationRecord, {
        candidate_id,
        scope,
        classification,
        factor_ids,
        position,
        happened_at: metadata.at,
        done_by: metadata.actor,
      }),
    ClassificationRemoved: ({ data: { candidate_id, scope }, position, metadata }) =>
      put(classificationRecord, {
        candidate_id,
        scope,
        classification: null,
        factor_ids: [],
        position,
        happened_at: metadata.at,
        done_by: metadata.actor,
      }),
    ScoringModelPublished: ({ data: { scope, model_hash, model, taught_by }, position, metadata }) => {
      // A model is JSON whose schema the event leaves open.
      const [adu, ios] = [model.adu as Part, model.ios as Part];
      const tables = { ...model, adu: { ...adu, learned: [] }, ios: { ...ios, learned: [] } };
      const fingerprint = hash('sha256', JSON.stringify(tables));
      return [
        put(modelTables, { fingerprint, model: tables }),
        put(publishedModel, {
          scope,
          model_hash,
          fingerprint,
          learned: { adu: adu?.learned ?? [], ios: ios?.learned ?? [] },
          judgements: taught_by?.judgements ?? null,
          position,
          happened_at: metadata.at,
          done_by: metadata.actor,
        }),
      ];
    },
    CandidatesRescored: ({ data: { dataset_key, scope, model_hash, as_of }, position, metadata }) =>
      put(finishedRun, {
        dataset_key,
        scope,
        model_hash,
        as_of: BigInt(as_of),
        position,
        happened_at: metadata.at,
        done_by: metadata.actor,
      }),
  },
  audience: ({ data }) => ('scope' in data && data.scope !== EVERYONE ? [data.scope] : null),
};
