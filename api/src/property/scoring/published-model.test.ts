import { DEFAULT_MODEL, modelHash, type ScoringModel, SHARE_TAKEN_MODEL } from '@landline/scoring-engine';
import { describe, expect, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { publishedModel, readingOf } from './published-model.ts';

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
  const trained = (model: ScoringModel): ScoringModel => ({
    ...model,
    adu: {
      ...model.adu,
      learned: [{ trait: 'units', kind: 'one', adjustment_value: 1, good: 2, bad: 1 }],
    },
  });

  test('is published with the trained adjustments of the previous one', () =>
    given(published(trained(DEFAULT_MODEL)))
      .when({ document: SHARE_TAKEN_MODEL })
      .then(published(trained(SHARE_TAKEN_MODEL))));
  test('is not published again without changes', () =>
    given(published(trained(DEFAULT_MODEL)))
      .when({ document: DEFAULT_MODEL })
      .then());
  test('recognizes its interpretation of the open-space penalties', () => {
    const { bands, otherwise, unknown, ...rest } = DEFAULT_MODEL.ios.open_space_penalty;
    const readingWith = (penalty: Partial<ScoringModel['ios']['open_space_penalty']>) => {
      const open_space_penalty = { ...rest, bands, otherwise, unknown, ...penalty };
      return readingOf({ ...DEFAULT_MODEL, ios: { ...DEFAULT_MODEL.ios, open_space_penalty } });
    };
    expect([trained(DEFAULT_MODEL), SHARE_TAKEN_MODEL].map(readingOf)).toEqual(['literal', 'share-taken']);
    expect([
      readingWith({ bands: bands.slice(1) }),
      readingWith({ otherwise: { ...otherwise, value: 0.3 } }),
      readingWith({ unknown: { label: 'Coverage not known', value: 0.9 } }),
    ]).toEqual(['other', 'other', 'other']);
    expect(readingWith({ otherwise: { ...otherwise, label: 'Hardly open' } })).toBe('literal');
  });
});
