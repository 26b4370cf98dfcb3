import { defineReactor, type JobPayload } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { PropertyPorts } from '../ports.ts';
import { abandonImport, type ImportJob, importJob, importUploadedFile } from './import-job.ts';

/** Attempts per job; the backoff between them grows to hours. */
const MAX_ATTEMPTS = 10;

/** Runs started imports in the background, one file at a time. */
export const importReactor = defineReactor({
  name: 'imports',
  on: {
    DatasetImportStarted: ({ data, metadata: { actor } }) => {
      // The demo generator appends its rows itself, without a file.
      if (data.file_bytes === 0) return [];
      const { import_id, dataset_key } = data;
      const payload: JobPayload<ImportJob> = { import_id, dataset_key, actor };
      return [{ task: 'imports.read', payload, queue: 'imports', maxAttempts: MAX_ATTEMPTS }];
    },
  },
});

export function importTasks(ports: PropertyPorts): Record<string, Task> {
  return {
    'imports.read': async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
      const job = importJob.parse(payload);
      try {
        await importUploadedFile(ports, job, abortSignal);
      } catch (error) {
        if (attempts < max_attempts) throw error;
        ports.log.error(
          { event: 'import.failed', err: error, import_id: job.import_id, attempts },
          'Import failed after its last attempt; imported rows stay',
        );
        await abandonImport(ports, job, 'The import could not be completed.');
      }
    },
  };
}
