import { createMachine } from 'xstate';
import { z } from 'zod';
import { isFinal, statusAfter } from './lifecycle.ts';

/** `uploading`: chunks of the file are arriving; `running`: rows are being read. The last three are final. */
export const importStatus = z.enum(['uploading', 'running', 'completed', 'failed', 'cancelled']);
export type ImportStatus = z.infer<typeof importStatus>;

export type ImportStep = 'START' | 'READ' | 'COMPLETE' | 'FAIL' | 'CANCEL';

/** Life cycle of an import of one file into a dataset. */
const datasetImportLifecycle = createMachine({
  types: {} as { events: { type: ImportStep } },
  id: 'datasetImport',
  initial: 'uploading',
  states: {
    uploading: { on: { START: 'running', CANCEL: 'cancelled' } },
    running: { on: { READ: 'running', COMPLETE: 'completed', FAIL: 'failed', CANCEL: 'cancelled' } },
    completed: { type: 'final' },
    failed: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

export const importStatusAfter = statusAfter<ImportStatus, ImportStep>(datasetImportLifecycle, importStatus);

/** Returns true for a final status. */
export const isImportFinished = (status: ImportStatus): boolean => isFinal(datasetImportLifecycle, status);
