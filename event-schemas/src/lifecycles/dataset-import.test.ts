import { expect, test } from 'vitest';
import { type ImportStep, importStatus, importStatusAfter, isImportFinished } from './dataset-import.ts';

test('uploads, reads and ends as completed, failed or cancelled', () => {
  const steps: ImportStep[] = ['START', 'READ', 'COMPLETE', 'FAIL', 'CANCEL'];
  const table = importStatus.options.map((status) => [
    status,
    steps.map((step) => importStatusAfter(status, step)),
    isImportFinished(status),
  ]);
  expect(table).toEqual([
    ['uploading', ['running', undefined, undefined, undefined, 'cancelled'], false],
    ['running', [undefined, 'running', 'completed', 'failed', 'cancelled'], false],
    ['completed', [undefined, undefined, undefined, undefined, undefined], true],
    ['failed', [undefined, undefined, undefined, undefined, undefined], true],
    ['cancelled', [undefined, undefined, undefined, undefined, undefined], true],
  ]);
});
