import type { DatasetImport } from '@landline/api/property/imports/contract';
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import { uploadMachine } from './upload-machine.ts';

type Upload = ActorRefFrom<typeof uploadMachine>;

/** Uploads of this tab by import id; they continue while the user visits other pages. */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Uploads a file to an import, from the position that the server has reached. */
export function startUpload(target: DatasetImport, file: File): void {
  const { import_id: importId, next_chunk: nextChunk, bytes_received: bytesReceived } = target;
  uploads.get(importId)?.stop();
  const upload = createActor(uploadMachine, { input: { importId, file, nextChunk, bytesReceived } });
  uploads.set(importId, upload);
  upload.subscribe({
    complete: () => {
      uploads.delete(importId);
      if (uploads.size === 0) window.removeEventListener('beforeunload', warnBeforeLeaving);
      notifyListeners();
    },
  });
  window.addEventListener('beforeunload', warnBeforeLeaving);
  upload.start();
  notifyListeners();
}

/** Returns the upload of an import in this tab; undefined if there is none. */
export function useUpload(importId: string) {
  const upload = useSyncExternalStore(subscribe, () => uploads.get(importId));
  const snapshot = useSelector(upload, (state) => state);
  if (!upload || !snapshot) return undefined;
  return {
    bytesSent: snapshot.context.bytesReceived,
    problem: snapshot.context.problem,
    hasFailed: snapshot.matches('failed'),
    retry: () => upload.send({ type: 'RETRY' }),
    stop: () => upload.send({ type: 'STOP' }),
  };
}
