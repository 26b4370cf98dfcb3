import { CHUNK_BYTES, type DatasetImport } from '@landline/api/imports/contract';
import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../shared/http/errors.ts';
import { chunkBytes, uploadMachine } from './upload-machine.ts';

const SIZE = 1_000_000;

/** A server that keeps what arrives, told to fail some chunks, before or after keeping them. */
function serverThat({ losesChunk = -1, losesAnswerOf = -1, refuses = false } = {}) {
  const kept: number[] = [];
  let bytes = 0;
  let failed = false;
  const state = () => ({ next_chunk: kept.length, bytes_received: bytes }) as DatasetImport;
  const machine = uploadMachine.provide({
    delays: { backoff: 1 },
    actors: {
      sendChunk: fromPromise(async ({ input: { nextChunk, bytesReceived, file } }) => {
        if (refuses) throw new ApiError(413, 'That chunk is too large');
        if (nextChunk === losesChunk && !failed) {
          failed = true;
          throw new ApiError(0);
        }
        kept.push(nextChunk);
        bytes = Math.min(file.size, bytesReceived + chunkBytes(file.size));
        if (nextChunk === losesAnswerOf && !failed) {
          failed = true;
          throw new ApiError(0);
        }
        return state();
      }),
      findPosition: fromPromise(async () => state()),
      start: fromPromise(async () => state()),
    },
  });
  return { machine, kept };
}

const file = new File([new Uint8Array(SIZE)], 'parcels.csv');
const upload = (machine: typeof uploadMachine, from = { nextChunk: 0, bytesReceived: 0 }) =>
  createActor(machine, { input: { importId: 'i', file, ...from } }).start();

test('sends every chunk once, in order, then starts the import', async () => {
  const { machine, kept } = serverThat();
  await waitFor(upload(machine), (state) => state.matches('handedOver'));
  expect(kept).toEqual([0, 1, 2, 3]);
});

test('goes on where an earlier upload stopped', async () => {
  const { machine, kept } = serverThat();
  kept.push(0, 1);
  await waitFor(upload(machine, { nextChunk: 2, bytesReceived: 2 * 256 * 1024 }), (state) =>
    state.matches('handedOver'),
  );
  expect(kept).toEqual([0, 1, 2, 3]);
});

test('after a break asks what has arrived: a lost chunk is sent again, a lost answer is not', async () => {
  const lost = serverThat({ losesChunk: 2 });
  await waitFor(upload(lost.machine), (state) => state.matches('handedOver'));
  expect(lost.kept).toEqual([0, 1, 2, 3]);
  const unanswered = serverThat({ losesAnswerOf: 1 });
  await waitFor(upload(unanswered.machine), (state) => state.matches('handedOver'));
  expect(unanswered.kept).toEqual([0, 1, 2, 3]);
});

test('a refusal is shown and not repeated', async () => {
  const { machine } = serverThat({ refuses: true });
  const actor = upload(machine);
  const { context } = await waitFor(actor, (state) => state.matches('failed'));
  expect(context.problem).toBe('That chunk is too large');
});

test('what was refused can be stopped, so that nothing is left of it', async () => {
  const actor = upload(serverThat({ refuses: true }).machine);
  await waitFor(actor, (state) => state.matches('failed'));
  actor.send({ type: 'STOP' });
  expect(actor.getSnapshot().status).toBe('done');
});

test('can be stopped', async () => {
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

test('small files come in a few chunks, large ones in the largest that is taken', () => {
  expect(chunkBytes(1)).toBe(256 * 1024);
  expect(chunkBytes(40 * 300_000)).toBe(300_000);
  expect(chunkBytes(10 ** 9)).toBe(CHUNK_BYTES);
});
