import { DEFAULT_MODEL, modelHash, type ScoringModel, SHARE_TAKEN_MODEL } from '@landline/scoring-engine';
import { describe, expect, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { publishedModel, readingOf } from './published-model.ts';
import { rescoring } from './rescoring.ts';

const run = { run_id: 'r1', dataset_key: 'hawthorne', scope: 'everyone' };
const requested = { type: 'RescoringRequested', data: run } as const;
const cancelled = { type: 'RescoringCancelled', data: run } as const;
const rescored = {
  type: 'CandidatesRescored',
  data: { ...run, model_hash: 'h', as_of: '7', count: 1, checksum: 'c', milliseconds: 1 },
} as const;

describe('rescoring', () => {
  const given = specification(rescoring);
  test('can be requested repeatedly', () =>
    given(requested)
      .when({ type: 'request', ...run })
      .then(requested));
  test('can be cancelled, even when an import or a model started it', () =>
    given()
      .when({ type: 'cancel', ...run })
      .then(cancelled));
  test('is cancelled once', () =>
    given(cancelled)
      .when({ type: 'cancel', ...run })
      .then());
  test('cannot be cancelled after it has completed', () =>
    given(requested, rescored)
      .when({ type: 'cancel', ...run })
      .thenRejected('RUN_OVER'));
});

describe('a scoring model', () => {
  const given = specification(publishedModel);
  const published = (model: ScoringModel) =>
    ({
      type: 'ScoringModelPublished',
      data: {
        scope: 'everyone',
        model_hash: modelHash(model),
        model: model as unknown as Record<string, unknown>,
      },
    }) as const;
  const taught = (model: ScoringModel): ScoringModel => ({
    ...model,
    adu: {
      ...model.adu,
      learned: [{ trait: 'units', kind: 'one', adjustment_value: 1, good: 2, bad: 1 }],
    },
  });

  test('is published with the trained adjustments of the previous one', () =>
    given(published(taught(DEFAULT_MODEL)))
      .when({ document: SHARE_TAKEN_MODEL })
      .then(published(taught(SHARE_TAKEN_MODEL))));
  test('is not published again without changes', () =>
    given(published(taught(DEFAULT_MODEL)))
      .when({ document: DEFAULT_MODEL })
      .then());
  test('recognizes its interpretation of the open-space penalties', () => {
    const { bands, otherwise, unknown, ...rest } = DEFAULT_MODEL.ios.open_space_penalty;
    const readBy = (penalty: Partial<ScoringModel['ios']['open_space_penalty']>) => {
      const open_space_penalty = { ...rest, bands, otherwise, unknown, ...penalty };
      return readingOf({ ...DEFAULT_MODEL, ios: { ...DEFAULT_MODEL.ios, open_space_penalty } });
    };
    expect([taught(DEFAULT_MODEL), SHARE_TAKEN_MODEL].map(readingOf)).toEqual(['literal', 'share-taken']);
    expect([
      readBy({ bands: bands.slice(1) }),
      readBy({ otherwise: { ...otherwise, value: 0.3 } }),
      readBy({ unknown: { label: 'Coverage not known', value: 0.9 } }),
    ]).toEqual(['other', 'other', 'other']);
    expect(readBy({ otherwise: { ...otherwise, label: 'Hardly open' } })).toBe('literal');
  });
});
