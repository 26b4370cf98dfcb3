import { createLoader } from 'nuqs';
import { expect, test } from 'vitest';
import { addressOf } from '../../shared/http/request.ts';
import { exportQuery } from './api/export-candidates.ts';
import { listParsers } from './list-state.ts';

const read = createLoader(listParsers);

test('an export always names its minimum score, and asks for no page', () => {
  const asked = (search: string) => addressOf('/export', exportQuery('lebanon', read(search)));
  expect(asked('?page=7&map=true')).toBe('/export?datasetKey=lebanon&minScore=0&sortBy=score&sortOrder=desc');
  expect(asked('?minScore=70&apn=12&sortBy=address&sortOrder=asc')).toBe(
    '/export?datasetKey=lebanon&apn=12&minScore=70&sortBy=address&sortOrder=asc',
  );
});
