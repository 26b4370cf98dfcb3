import { CHUNK_BYTES, type DatasetImport } from '@landline/api/property/imports/contract';
import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../../shared/http/errors.ts';
import { chunkBytes, uploadMachine } from './upload-machine.ts';

const SIZE = 1_000_000;

/** Creates a fake server that stores chunks and can fail once, before or after storing a chunk. */
function createServer({ losesChunk = -1, losesResponseTo = -1, rejects = false } = {}) {
  const stored: number[] = [];
  let bytes = 0;
  let failed = false;
  const state = () => ({ next_chunk: stored.length, bytes_received: bytes }) as DatasetImport;
  const machine = uploadMachine.provide({
    delays: { backoff: 1 },
    actors: {
      sendChunk: fromPromise(async ({ input: { nextChunk, bytesReceived, file } }) => {
        if (rejects) throw new ApiError(413, 'That chunk is too large');
        if (nextChunk === losesChunk && !failed) {
          failed = true;
          throw new ApiError(0);
        }
        stored.push(nextChunk);
        bytes = Math.min(file.size, bytesReceived + chunkBytes(file.size));
        if (nextChunk === losesResponseTo && !failed) {
          failed = true;
          throw new ApiError(0);
        }
        return state();
      }),
      findPosition: fromPromise(async () => state()),
      start: fromPromise(async () => state()),
    },
  });
  return { machine, stored };
}

const file = new File([new Uint8Array(SIZE)], 'parcels.csv');
const upload = (machine: typeof uploadMachine, from = { nextChunk: 0, bytesReceived: 0 }) =>
  createActor(machine, { input: { importId: 'i', file, ...from } }).start();

test('sends every chunk once, in order, then starts the import', async () => {
  const { machine, stored } = createServer();
  await waitFor(upload(machine), (state) => state.matches('started'));
  expect(stored).toEqual([0, 1, 2, 3]);
});

test('resumes where an earlier upload stopped', async () => {
  const { machine, stored } = createServer();
  stored.push(0, 1);
  await waitFor(upload(machine, { nextChunk: 2, bytesReceived: 2 * 256 * 1024 }), (state) =>
    state.matches('started'),
  );
  expect(stored).toEqual([0, 1, 2, 3]);
});

test('resends a lost chunk, but not a chunk whose response was lost', async () => {
  const lost = createServer({ losesChunk: 2 });
  await waitFor(upload(lost.machine), (state) => state.matches('started'));
  expect(lost.stored).toEqual([0, 1, 2, 3]);
  const unanswered = createServer({ losesResponseTo: 1 });
  await waitFor(upload(unanswered.machine), (state) => state.matches('started'));
  expect(unanswered.stored).toEqual([0, 1, 2, 3]);
});

test('reports a rejected chunk without a retry', async () => {
  const { machine } = createServer({ rejects: true });
  const actor = upload(machine);
  const { context } = await waitFor(actor, (state) => state.matches('failed'));
  expect(context.problem).toBe('That chunk is too large');
});

test.each([
  { status: 404, calls: 1 },
  { status: 503, calls: 5 },
])('asks for the position $calls times if the server responds with $status', async ({ status, calls }) => {
  const findPosition = vi.fn((): Promise<DatasetImport> => Promise.reject(new ApiError(status)));
  const { machine } = createServer({ losesChunk: 0 });
  const actor = upload(machine.provide({ actors: { findPosition: fromPromise(findPosition) } }));
  await waitFor(actor, (state) => state.matches('failed'));
  expect(findPosition).toHaveBeenCalledTimes(calls);
});

test('can be stopped after a rejection', async () => {
  const actor = upload(createServer({ rejects: true }).machine);
  await waitFor(actor, (state) => state.matches('failed'));
  actor.send({ type: 'STOP' });
  expect(actor.getSnapshot().status).toBe('done');
});

test('can be stopped while sending', async () => {
  const hanging = uploadMachine.provide({
    actors: { sendChunk: fromPromise(() => new Promise<DatasetImport>(() => {})) },
  });
  const actor = upload(hanging);
  const done = vi.fn();
  actor.subscribe({ complete: done });
  actor.send({ type: 'STOP' });
  expect(actor.getSnapshot().matches('stopped')).toBe(true);
  expect(done).toHaveBeenCalled();
});

test('limits the chunk size at both ends', () => {
  expect(chunkBytes(1)).toBe(256 * 1024);
  expect(chunkBytes(40 * 300_000)).toBe(300_000);
  expect(chunkBytes(10 ** 9)).toBe(CHUNK_BYTES);
});
