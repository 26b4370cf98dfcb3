import { expect, test } from 'vitest';
import { SYNONYMS } from './synonyms.ts';
import { stemOf } from './words.ts';

test('"founded" means "established", and "find" does not', () => {
  expect(SYNONYMS.get(stemOf('founded'))).toContain(stemOf('established'));
  expect(SYNONYMS.get(stemOf('find'))).toBeUndefined();
});
