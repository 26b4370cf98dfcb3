import { CHUNK_BYTES, type DatasetImport } from '@landline/api/property/imports/contract';
import { assign, fromPromise, setup } from 'xstate';
import { hasStatus, messageOf } from '../../../shared/http/errors.ts';
import { getImport, startImport, uploadChunk } from './api/imports.ts';

const MAX_RETRIES = 5;

interface Context {
  importId: string;
  file: File;
  /** Index and offset of the next chunk, as last reported by the server. */
  nextChunk: number;
  bytesReceived: number;
  retries: number;
  problem: string | null;
}

type Input = Pick<Context, 'importId' | 'file' | 'nextChunk' | 'bytesReceived'>;
type UploadEvent = { type: 'RETRY' } | { type: 'STOP' };

/** Returns the chunk size in bytes: about 40 chunks per file, at least 256 KiB, at most what the server accepts. */
export function chunkBytes(fileBytes: number): number {
  return Math.min(CHUNK_BYTES, Math.max(256 * 1024, Math.ceil(fileBytes / 40)));
}

const progressOf = (state: DatasetImport) => ({
  nextChunk: state.next_chunk,
  bytesReceived: state.bytes_received,
});

/**
 * Uploads a file in chunks and starts its import. After an interruption it resumes at the position that the server
 * reports.
 */
export const uploadMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as UploadEvent,
  },
  actors: {
    sendChunk: fromPromise<DatasetImport, Context>(({ input, signal }) => {
      const { importId, file, nextChunk, bytesReceived } = input;
      const chunk = file.slice(bytesReceived, bytesReceived + chunkBytes(file.size));
      return uploadChunk(importId, nextChunk, chunk, signal);
    }),
    findPosition: fromPromise<DatasetImport, Context>(({ input, signal }) =>
      getImport(input.importId, signal),
    ),
    start: fromPromise<DatasetImport, Context>(({ input }) => startImport(input.importId)),
  },
  actions: {
    noteProblem: assign({ problem: ({ event }) => ('error' in event ? messageOf(event.error) : null) }),
  },
  delays: { backoff: ({ context }) => 500 * 2 ** context.retries },
  guards: {
    complete: ({ context }) => context.bytesReceived >= context.file.size,
    // 0 is a network failure.
    mayRetry: ({ context, event }) =>
      context.retries < MAX_RETRIES && 'error' in event && hasStatus(event.error, 0, 409, 502, 503, 504),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, retries: 0, problem: null }),
  initial: 'deciding',
  on: { STOP: '.stopped' },
  states: {
    deciding: {
      always: [{ guard: 'complete', target: 'starting' }, { target: 'sending' }],
    },
    sending: {
      invoke: {
        src: 'sendChunk',
        input: ({ context }) => context,
        onDone: {
          target: 'deciding',
          actions: assign(({ event }) => ({ ...progressOf(event.output), retries: 0 })),
        },
        onError: [
          { guard: 'mayRetry', target: 'waiting' },
          { target: 'failed', actions: 'noteProblem' },
        ],
      },
    },
    waiting: {
      after: { backoff: 'locating' },
      exit: assign({ retries: ({ context }) => context.retries + 1 }),
    },
    locating: {
      invoke: {
        src: 'findPosition',
        input: ({ context }) => context,
        onDone: { target: 'deciding', actions: assign(({ event }) => progressOf(event.output)) },
        onError: [
          { guard: 'mayRetry', target: 'waiting' },
          { target: 'failed', actions: 'noteProblem' },
        ],
      },
    },
    starting: {
      invoke: {
        src: 'start',
        input: ({ context }) => context,
        onDone: 'started',
        onError: { target: 'failed', actions: 'noteProblem' },
      },
    },
    failed: {
      on: { RETRY: { target: 'locating', actions: assign({ retries: 0, problem: null }) } },
    },
    stopped: { type: 'final' },
    started: { type: 'final' },
  },
});
