import type { DatasetImport } from '@landline/api/imports/contract';
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import { uploadMachine } from './upload-machine.ts';

type Upload = ActorRefFrom<typeof uploadMachine>;

/** Uploads of this tab, by import: they go on while the person looks at other pages. */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Sends a file to an import that waits for it, from where its upload stands. */
export function startUpload(target: DatasetImport, file: File): void {
  const { import_id: importId, next_chunk: nextChunk, bytes_received: bytesReceived } = target;
  uploads.get(importId)?.stop();
  const upload = createActor(uploadMachine, { input: { importId, file, nextChunk, bytesReceived } });
  uploads.set(importId, upload);
  upload.subscribe({
    complete: () => {
      uploads.delete(importId);
      if (uploads.size === 0) window.removeEventListener('beforeunload', warnBeforeLeaving);
      changed();
    },
  });
  window.addEventListener('beforeunload', warnBeforeLeaving);
  upload.start();
  changed();
}

/** The running upload of an import, with its progress; undefined when this tab has none. */
export function useUpload(importId: string) {
  const upload = useSyncExternalStore(subscribe, () => uploads.get(importId));
  const snapshot = useSelector(upload, (state) => state);
  if (!upload || !snapshot) return undefined;
  return {
    bytesSent: snapshot.context.bytesReceived,
    problem: snapshot.context.problem,
    failed: snapshot.matches('failed'),
    retry: () => upload.send({ type: 'RETRY' }),
    stop: () => upload.send({ type: 'STOP' }),
  };
}
