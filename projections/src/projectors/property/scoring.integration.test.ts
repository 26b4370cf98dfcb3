import { EVERYONE } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { rescoringRun, scoring, scoringModel } from './scoring.ts';

const { given } = projectorSpec(scoring);
const published = (model_hash: string, weight: number) =>
  recorded('ScoringModelPublished', {
    scope: EVERYONE,
    model_hash,
    model: { formula: 1, weights: { lot: weight } },
  });

test('makes the model with the highest position current, even one that was published before', async () => {
  const rows = await given(published('a', 1), published('b', 2), published('a', 1));
  expect(await rows(scoringModel)).toEqual([
    {
      scope: EVERYONE,
      model_hash: 'a',
      model: { formula: 1, weights: { lot: 1 } },
      published_at: '2026-03-01T09:00:00+00:00',
      position: 2,
    },
    expect.objectContaining({ model_hash: 'b', position: 1 }),
  ]);
});

test('keeps a rescoring run with its checksum', async () => {
  const run = {
    run_id: 'r1',
    dataset_key: 'lebanon',
    scope: 'client-1',
    model_hash: 'a',
    as_of: '812',
    count: 4100,
    checksum: 'c5',
    milliseconds: 88.5,
  };
  const rows = await given(recorded('CandidatesRescored', run));
  expect(await rows(rescoringRun)).toEqual([
    { ...run, as_of: 812, finished_at: '2026-03-01T09:00:00+00:00' },
  ]);
});
