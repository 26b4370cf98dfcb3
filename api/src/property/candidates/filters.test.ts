import { expect, test } from 'vitest';
import { streetOf } from './filters.ts';

test.for([
  ['120 Main St #4', 'Main St'],
  ['120 Main St Ste 4', 'Main St'],
  ['12B-3 Main St, unit 2', 'Main St,'],
  ['100 Celeste Ave', 'Celeste Ave'],
  ['15 Calle del Este', 'Calle del Este'],
  ['Main St', undefined],
] as const)('the street of %j is %j', ([search, street]) => {
  expect(streetOf(search)).toBe(street);
});
