import type { DomainEvent } from '@landline/event-schemas';
import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { datasetImport } from './dataset-import.ts';

const given = specification(datasetImport);
const ids = { import_id: 'i', dataset_key: 'd' };

const file = {
  ...ids,
  property_type: 'adu',
  file_name: 'a.csv',
  file_bytes: 9,
  format: 'csv',
  profile: 'generic',
} as const;
const totals = { imported: 1, rejected: 1, lines: 3 };

const started: DomainEvent<'DatasetImportStarted'> = { type: 'DatasetImportStarted', data: file };
const read: DomainEvent<'CandidatesImported'> = {
  type: 'CandidatesImported',
  data: {
    ...ids,
    property_type: 'adu',
    chunk: 0,
    first_line: 2,
    last_line: 3,
    bytes_read: 9,
    columns: ['id', 'apn'],
    rows: [['x', '1']],
    owners: [],
  },
};
const completed: DomainEvent<'DatasetImportCompleted'> = {
  type: 'DatasetImportCompleted',
  data: { ...ids, ...totals },
};
const failed: DomainEvent<'DatasetImportFailed'> = {
  type: 'DatasetImportFailed',
  data: { ...ids, reason: 'why' },
};
const cancelled: DomainEvent<'DatasetImportCancelled'> = { type: 'DatasetImportCancelled', data: ids };

describe('an import', () => {
  test('starts once', () => {
    given()
      .when({ type: 'start', ...file })
      .then(started);
    given(started)
      .when({ type: 'start', ...file })
      .thenNothing();
    given(started, read)
      .when({ type: 'start', ...file })
      .thenNothing();
    given(started, completed)
      .when({ type: 'start', ...file })
      .thenRejected('IMPORT_STATUS');
  });

  test('completes or fails while it is running', () => {
    given(started, read)
      .when({ type: 'complete', ...ids, ...totals })
      .then(completed);
    given(started)
      .when({ type: 'fail', ...ids, reason: 'why' })
      .then(failed);
    given()
      .when({ type: 'complete', ...ids, ...totals })
      .thenRejected('IMPORT_STATUS');
    given(cancelled)
      .when({ type: 'complete', ...ids, ...totals })
      .thenRejected('IMPORT_STATUS');
    given(completed)
      .when({ type: 'fail', ...ids, reason: 'why' })
      .thenRejected('IMPORT_STATUS');
  });

  test('can be canceled while it is running; an upload has no events', () => {
    given(started, read)
      .when({ type: 'cancel', ...ids })
      .then(cancelled);
    given(cancelled)
      .when({ type: 'cancel', ...ids })
      .thenNothing();
    given()
      .when({ type: 'cancel', ...ids })
      .thenNothing();
    given(failed)
      .when({ type: 'cancel', ...ids })
      .thenRejected('IMPORT_STATUS');
  });
});
