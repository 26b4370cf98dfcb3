import type { DomainEvent, EventData } from '@landline/event-schemas';
import {
  type ImportStatus,
  type ImportStep,
  importStatusAfter,
} from '@landline/event-schemas/lifecycles/dataset-import';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type ImportEvent = DomainEvent<
  | 'DatasetImportStarted'
  | 'CandidateRowsRejected'
  | 'CandidatesImported'
  | 'DatasetImportCompleted'
  | 'DatasetImportFailed'
  | 'DatasetImportCancelled'
>;

export interface ImportState {
  readonly status: ImportStatus;
  /** How far the file has been read: the last chunk that is in the log, or none. */
  readonly read: { readonly chunk: number; readonly lastLine: number } | undefined;
}

export type ImportCommand =
  | ({ type: 'start' } & EventData<'DatasetImportStarted'>)
  | ({ type: 'complete' } & EventData<'DatasetImportCompleted'>)
  | ({ type: 'fail' } & EventData<'DatasetImportFailed'>)
  | ({ type: 'cancel' } & EventData<'DatasetImportCancelled'>);

/**
 * One file's way into a dataset. Its stream holds the rows of the whole file, so only its last event is read; a
 * chunk ends with `CandidatesImported`, even when all of its rows were rejected.
 */
export const datasetImport: Decider<ImportState, ImportCommand, ImportEvent> = {
  initialState: { status: 'uploading', read: undefined },
  toldByLastEvent: true,

  evolve(state, event) {
    switch (event.type) {
      case 'DatasetImportStarted':
      case 'CandidateRowsRejected':
        return { ...state, status: 'running' };
      case 'CandidatesImported':
        return { status: 'running', read: { chunk: event.data.chunk, lastLine: event.data.last_line } };
      case 'DatasetImportCompleted':
        return { ...state, status: 'completed' };
      case 'DatasetImportFailed':
        return { ...state, status: 'failed' };
      case 'DatasetImportCancelled':
        return { ...state, status: 'cancelled' };
    }
  },

  decide(command, { status }) {
    const { type, ...data } = command;
    switch (type) {
      case 'start':
        if (status === 'running') return [];
        hold(status, 'START');
        return [{ type: 'DatasetImportStarted', data: data as EventData<'DatasetImportStarted'> }];
      case 'complete':
        hold(status, 'COMPLETE');
        return [{ type: 'DatasetImportCompleted', data: data as EventData<'DatasetImportCompleted'> }];
      case 'fail':
        hold(status, 'FAIL');
        return [{ type: 'DatasetImportFailed', data: data as EventData<'DatasetImportFailed'> }];
      case 'cancel':
        // An upload that was never started is dropped; nothing of it is in the log.
        if (status === 'cancelled' || status === 'uploading') return [];
        hold(status, 'CANCEL');
        return [{ type: 'DatasetImportCancelled', data: data as EventData<'DatasetImportCancelled'> }];
    }
  },
};

function hold(status: ImportStatus, step: ImportStep): void {
  if (importStatusAfter(status, step)) return;
  throw new DomainError('conflict', 'IMPORT_STATUS', `This import is ${status}.`);
}
