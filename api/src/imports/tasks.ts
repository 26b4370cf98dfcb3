import type { Deps } from '../deps.ts';
import { type Asked, defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { giveUpImport, type ImportJob, importJob, importUploadedFile } from './import-job.ts';

/** Tries of a job; the pauses between them grow to hours. */
const MAX_ATTEMPTS = 10;

/** A started import is read in the background, one file after the other. */
export const importReactor = defineReactor({
  name: 'imports',
  on: {
    DatasetImportStarted: ({ data, metadata: { actor } }) => {
      // The demo generator makes its rows itself: there is no file to be read.
      if (data.file_bytes === 0) return [];
      const { import_id, dataset_key } = data;
      const payload: Asked<ImportJob> = { import_id, dataset_key, actor };
      return [{ task: 'imports.read', payload, queue: 'imports', maxAttempts: MAX_ATTEMPTS }];
    },
  },
});

export function importTasks(deps: Deps): Record<string, Task> {
  return {
    'imports.read': async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
      const job = importJob.parse(payload);
      try {
        await importUploadedFile(deps, job, abortSignal);
      } catch (error) {
        if (attempts < max_attempts || abortSignal.aborted) throw error;
        deps.log.error({ err: error, import_id: job.import_id }, 'An import is given up');
        await giveUpImport(deps, job, 'The import could not be finished.');
      }
    },
  };
}
