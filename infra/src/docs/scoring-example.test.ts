import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_DATASETS, demoCandidates } from '@landline/api/operations/demo/datasets';
import { explain } from '@landline/scoring-engine/explain';
import { DEFAULT_MODEL } from '@landline/scoring-engine/model';
import { expect, test } from 'vitest';
import { ROOT } from '../supervisor/instance.ts';

test('the example in docs/scoring.md shows the computed score', async () => {
  const hawthorne = DEMO_DATASETS.find(({ registration }) => registration.dataset_key === 'hawthorne');
  const features = hawthorne && demoCandidates(hawthorne).find(({ apn }) => apn === 'DEMO-78-0015');
  if (!features) throw new Error('The demo data does not contain DEMO-78-0015');
  const page = await readFile(path.join(ROOT, 'docs/scoring.md'), 'utf8');
  const effects = [...page.matchAll(/^\| (.+?) \|.*\| ([+−×][\d.]+) \| [\d.]+ \|$/gm)].map(
    ([, label, effect]) => [label, effect],
  );

  const breakdown = explain('adu', features, null, DEFAULT_MODEL);
  if (breakdown.property_type !== 'adu') throw new Error('Expected an ADU breakdown');
  expect(effects).toEqual([
    ...Object.values(breakdown.components).map(({ label, points }) => [label, `+${points}`]),
    ['Unit count penalty', `×${breakdown.unit_count_penalty_multiplier}`],
    ['Townhouse penalty', `×${breakdown.townhouse_penalty_multiplier}`],
    ['Courtyard penalty', `×${breakdown.courtyard_penalty_multiplier}`],
    ['Data reliability', `−${-breakdown.adjustments.dataReliability}`],
  ]);
  expect(page).toContain(`The score is **${breakdown.score}** and the grade **${breakdown.grade}**`);
  expect(page).toContain(features.id);
});
