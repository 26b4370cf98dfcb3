import { expect, test } from 'vitest';
import { candidateId } from './name-based-uuid.ts';

test.each([
  ['lebanon', '10-0', 'aed281f2-6689-8322-b85c-e5314a7660a8'],
  ['lebanon', '10-1', 'cdefa022-2983-803a-a015-05e3e4dc85fd'],
  ['la-ios', '5842-001-017', '07008fbf-fec9-8335-ad31-1a28de11c340'],
  ['Ünïcode', 'ä 7', 'a98f9c3c-3517-8f17-90d6-61d412ed6f24'],
])('keeps the stored id of APN %2$s in dataset %1$s', (datasetKey, apn, id) => {
  expect(candidateId(datasetKey, apn)).toBe(id);
});
