import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { eventually, startIsolatedApi } from './api.ts';
import { startProcess } from './processes.ts';

/** Name that occurs only in data of the erased person. */
export const ERASED_NAME = 'Quixotella';

/** Starts an API, projections and a worker with a separate erasure ledger, and signs in a SuperAdmin. */
export async function startErasureEnvironment() {
  await using cleanup = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-erasure-'));
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o755);
  const api = await startIsolatedApi({ variables: { DATA_DIR: dataDir } });
  cleanup.defer(() => api.stopAll());
  const projections = await startProcess('projections', api.services);
  cleanup.defer(() => projections.stop());
  const worker = await startProcess('worker', api.services, { DATA_DIR: dataDir });
  cleanup.defer(() => worker.stop());
  const { token, userId } = await api.signIn('SuperAdmin');

  async function call(method: string, route: string, body?: unknown) {
    const response = await api.call(method, `/api/admin/${route}`, {
      token,
      ...(body !== undefined && { body }),
    });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  }

  const ownedCleanup = cleanup.move();
  return {
    api,
    dataDir,
    token,
    userId,
    call,
    /** Requests and approves an erasure, and waits until it is done. */
    async erase({ kind, id }: { readonly kind: string; readonly id: string }): Promise<void> {
      const request = await call('POST', 'erasures', { kind, id, reference: 'T-18' });
      await call('POST', `erasures/${request.id}/approve`, { confirmation: 'ERASE' });
      await eventually(
        `${kind} ${id} is erased`,
        async () => {
          const { data } = await call('GET', 'erasures');
          return data.find((each: { id: string }) => each.id === request.id)?.status === 'erased';
        },
        90_000,
      );
    },
    stop: () => ownedCleanup.disposeAsync(),
  };
}
