import { hash } from 'node:crypto';
import { type Actor, type Classification, EVERYONE, type RecordedEvent } from '@landline/event-schemas';
import { idPrefix } from '@landline/event-schemas/candidate-id';
import { withoutTraining } from '@landline/event-schemas/configuration-documents';
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

export const occurrence = { position: bigint(), happened_at: timestamp(), done_by: jsonb<Actor>() };

/**
 * Commit positions of a dataset's imported candidates. `ids` are prefixes of candidate ids, which a few other
 * candidates may share.
 */
export const importedChunk = table('imported_chunk', {
  key: ['import_id', 'revision'],
  columns: { import_id: text(), revision: bigint(), dataset_key: text(), ids: integerArray(), ...occurrence },
  indexes: { imported_chunk_by_dataset: '(generation, dataset_key, position)' },
});

/** Every classification of a candidate, and every removal, where `classification` is null. */
export const classificationRecord = table('judgement', {
  key: ['candidate_id', 'scope', 'position'],
  columns: {
    candidate_id: uuid(),
    scope: text(),
    classification: nullable(text<Classification>()),
    factor_ids: textArray(),
    ...occurrence,
  },
});

/** Models without what training added. Models that differ only in training share a row, because it is large. */
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
    /** Number of classifications it was trained on; null for an untrained model. */
    judgements: nullable(integer()),
    ...occurrence,
  },
  indexes: { published_model_by_hash: '(generation, model_hash)' },
});

export const finishedRun = table('finished_run', {
  key: ['dataset_key', 'scope', 'position'],
  columns: { dataset_key: text(), scope: text(), model_hash: text(), as_of: bigint(), ...occurrence },
});

export const occurrenceOf = ({ position, metadata }: RecordedEvent) => ({
  position,
  happened_at: metadata.at,
  done_by: metadata.actor,
});

/** Part of a model for one property type. */
type ModelPart = { readonly learned?: unknown } | undefined;

/** Inputs of past scores, so that a candidate's history can be explained without reading the log. */
export const history: Projector<'history'> = {
  name: 'history',
  version: 2,
  tables: [importedChunk, classificationRecord, modelTables, publishedModel, finishedRun],
  on: {
    CandidatesImported: (event) => {
      const { import_id, dataset_key, columns, rows } = event.data;
      const id = columns.indexOf('id');
      const ids = rows.map((row) => idPrefix(String(row[id])));
      return put(importedChunk, {
        import_id,
        revision: event.revision,
        dataset_key,
        ids,
        ...occurrenceOf(event),
      });
    },
    PropertyClassified: (event) => {
      const { candidate_id, scope, classification, factor_ids } = event.data;
      return put(classificationRecord, {
        candidate_id,
        scope,
        classification,
        factor_ids,
        ...occurrenceOf(event),
      });
    },
    ClassificationRemoved: (event) => {
      const { candidate_id, scope } = event.data;
      const removed = { classification: null, factor_ids: [] };
      return put(classificationRecord, { candidate_id, scope, ...removed, ...occurrenceOf(event) });
    },
    ScoringModelPublished: (event) => {
      const { scope, model_hash, model, taught_by } = event.data;
      // A model is JSON whose schema the event leaves open.
      const [adu, ios] = [model.adu as ModelPart, model.ios as ModelPart];
      const tables = withoutTraining(model);
      const fingerprint = hash('sha256', JSON.stringify(tables));
      return [
        put(modelTables, { fingerprint, model: tables }),
        put(publishedModel, {
          scope,
          model_hash,
          fingerprint,
          learned: { adu: adu?.learned ?? [], ios: ios?.learned ?? [] },
          judgements: taught_by?.judgements ?? null,
          ...occurrenceOf(event),
        }),
      ];
    },
    CandidatesRescored: (event) => {
      const { dataset_key, scope, model_hash, as_of } = event.data;
      const run = { dataset_key, scope, model_hash, as_of: BigInt(as_of) };
      return put(finishedRun, { ...run, ...occurrenceOf(event) });
    },
  },
  audience: ({ data }) => ('scope' in data && data.scope !== EVERYONE ? [data.scope] : null),
};
