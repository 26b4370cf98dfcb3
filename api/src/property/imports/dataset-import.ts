import type { DomainEvent, EventData } from '@landline/event-schemas';
import {
  type ImportStatus,
  type ImportStep,
  importStatusAfter,
} from '@landline/event-schemas/lifecycles/dataset-import';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';

type ImportEvent = DomainEvent<
  | 'DatasetImportStarted'
  | 'CandidateRowsRejected'
  | 'CandidatesImported'
  | 'DatasetImportCompleted'
  | 'DatasetImportFailed'
  | 'DatasetImportCancelled'
>;

declare module '../../platform/errors.ts' {
  interface ErrorData {
    IMPORT_STATUS: { status: ImportStatus };
  }
}

export interface ImportState {
  readonly status: ImportStatus;
  /** The last chunk in the event log, if any. */
  readonly lastChunk: { readonly chunk: number; readonly lastLine: number } | undefined;
}

export type ImportCommand =
  | ({ type: 'start' } & EventData<'DatasetImportStarted'>)
  | ({ type: 'complete' } & EventData<'DatasetImportCompleted'>)
  | ({ type: 'fail' } & EventData<'DatasetImportFailed'>)
  | ({ type: 'cancel' } & EventData<'DatasetImportCancelled'>);

/**
 * The import of one file. Its stream contains all rows of the file, so only the last event is read; each chunk ends with
 * `CandidatesImported`, even when all of its rows were rejected.
 */
export const datasetImport: Decider<ImportState, ImportCommand, ImportEvent> = {
  initialState: { status: 'uploading', lastChunk: undefined },
  readsLastEventOnly: true,

  evolve(state, event) {
    switch (event.type) {
      case 'DatasetImportStarted':
      case 'CandidateRowsRejected':
        return { ...state, status: 'running' };
      case 'CandidatesImported':
        return { status: 'running', lastChunk: { chunk: event.data.chunk, lastLine: event.data.last_line } };
      case 'DatasetImportCompleted':
        return { ...state, status: 'completed' };
      case 'DatasetImportFailed':
        return { ...state, status: 'failed' };
      case 'DatasetImportCancelled':
        return { ...state, status: 'cancelled' };
    }
  },

  decide(command, { status }) {
    switch (command.type) {
      case 'start':
        if (status === 'running') return [];
        assertStep(status, 'START');
        return [{ type: 'DatasetImportStarted', data: dataOf(command) }];
      case 'complete':
        assertStep(status, 'COMPLETE');
        return [{ type: 'DatasetImportCompleted', data: dataOf(command) }];
      case 'fail':
        assertStep(status, 'FAIL');
        return [{ type: 'DatasetImportFailed', data: dataOf(command) }];
      case 'cancel':
        // An upload that was never started has no events; the route deletes it.
        if (status === 'cancelled' || status === 'uploading') return [];
        assertStep(status, 'CANCEL');
        return [{ type: 'DatasetImportCancelled', data: dataOf(command) }];
    }
  },
};

function assertStep(status: ImportStatus, step: ImportStep): void {
  if (importStatusAfter(status, step)) return;
  throw new DomainError('conflict', 'IMPORT_STATUS', `This import is ${status}.`, { data: { status } });
}
