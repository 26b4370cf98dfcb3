import { expect, test } from 'vitest';
import { exportFileName } from './export-file-name.ts';

test.each([
  ['Acme, Inc.', 'acme-inc.ndjson'],
  ['  42nd Street Homes ', '42nd-street-homes.ndjson'],
  ['株式会社', 'c1.ndjson'],
])('names the export of %j', (name, file) => expect(exportFileName({ id: 'c1', name })).toBe(file));
