import { createLoader } from 'nuqs';
import { expect, test } from 'vitest';
import { parseAsPage } from './page-parameter.ts';

const load = createLoader({ page: parseAsPage });

test.for([
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=-2', 1],
  ['?page=x', 1],
  ['', 1],
] as const)('reads "%s" as page %i', ([search, page]) => {
  expect(load(search)).toEqual({ page });
});
