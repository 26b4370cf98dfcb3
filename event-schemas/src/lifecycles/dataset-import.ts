import { createMachine, transition } from 'xstate';
import { z } from 'zod';

/** `uploading`: chunks of the file are arriving; `running`: its rows are being read. The last three are final. */
export const importStatus = z.enum(['uploading', 'running', 'completed', 'failed', 'cancelled']);
export type ImportStatus = z.infer<typeof importStatus>;

export type ImportStep = 'START' | 'READ' | 'COMPLETE' | 'FAIL' | 'CANCEL';

/** One file's way into a dataset. */
export const datasetImportLifecycle = createMachine({
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

/** The status after a step, or undefined when an import in this status does not take it. */
export function importStatusAfter(status: ImportStatus, step: ImportStep): ImportStatus | undefined {
  const snapshot = datasetImportLifecycle.resolveState({ value: status, context: {} });
  if (!snapshot.can({ type: step })) return undefined;
  const [next] = transition(datasetImportLifecycle, snapshot, { type: step });
  return importStatus.parse(next.value);
}

/** True when nothing more can become of it. */
export function isImportOver(status: ImportStatus): boolean {
  return datasetImportLifecycle.resolveState({ value: status, context: {} }).status === 'done';
}
