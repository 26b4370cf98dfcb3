import { createLoader } from 'nuqs';
import { expect, test } from 'vitest';
import { urlWithQuery } from '../../../shared/http/request.ts';
import { exportQuery } from './api/candidates.ts';
import { listParsers } from './list-state.ts';

const read = createLoader(listParsers);

test('always sends a minimum score and never a page', () => {
  const pathFor = (search: string) => urlWithQuery('/export', exportQuery('lebanon', read(search)));
  expect(pathFor('?page=7&map=true')).toBe(
    '/export?datasetKey=lebanon&minScore=0&sortBy=score&sortOrder=desc',
  );
  expect(pathFor('?minScore=70&apn=12&sortBy=address&sortOrder=asc')).toBe(
    '/export?datasetKey=lebanon&apn=12&minScore=70&sortBy=address&sortOrder=asc',
  );
});
