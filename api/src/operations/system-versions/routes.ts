import { type SystemVersionKind, streams } from '@landline/event-schemas';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { waitUntilProjected } from '../../platform/reactors/wait-until-projected.ts';
import type { OperationsPorts } from '../ports.ts';
import {
  cleanupResponse,
  differenceResponse,
  goldenComparison,
  goldenRunsResponse,
  rollbackBody,
  rollbackResponse,
  snapshotBody,
  statisticsResponse,
  versionBody,
  versionCreatedResponse,
  versionsResponse,
} from './contract.ts';
import { automaticName, createVersionCommand } from './create-version.ts';
import { countDifferencesTo } from './document-differences.ts';
import { assertGoldenQuestionsPass, compareGoldenQuestions, requestGoldenRuns } from './golden-questions.ts';
import { listVersions, outdatedVersions, statisticsOf, versionRows } from './queries.ts';
import { acquireRollbackLock } from './rollback-lock.ts';
import { previewRollback } from './rollback-preview.ts';
import { systemVersion, systemVersionUnknown } from './system-version.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const PATH = '/api/ai/system';

type Caller = Pick<RouteRequest<unknown, unknown, unknown, Session>, 'execute' | 'newId'>;

/** Routes for versions of the configuration and rollbacks (spec 002 §2, §4, §7). */
export function systemVersionRoutes(ports: OperationsPorts): Route[] {
  const { pg, eventStore, commands } = ports;

  /** Reads the versions after the read model has caught up, since commands depend on them. */
  async function currentVersions() {
    await waitUntilProjected(pg, 'system-versions', await eventStore.head());
    return versionRows(pg);
  }

  async function create(
    { execute, newId }: Caller,
    version: { version_name: string; description: string; kind: SystemVersionKind },
  ): Promise<{ id: string; version_name: string }> {
    const version_id = newId(`system version ${version.kind}`);
    const command = await createVersionCommand(ports, { version_id, ...version });
    const { state } = await execute(systemVersion, { stream: streams.systemVersion(version_id), command });
    return { id: version_id, version_name: state?.version_name ?? version.version_name };
  }

  return [
    route.get(`${PATH}/versions`, {
      may: STAFF,
      summary: 'Versions of the configuration, newest first',
      response: versionsResponse,
      reads: ['system-versions', 'staff'],
      handle: async () => ({ success: true, versions: await listVersions(pg) }),
    }),
    route.get(`${PATH}/auto-backup-stats`, {
      may: STAFF,
      summary: 'Number of backups of each kind',
      response: statisticsResponse,
      reads: ['system-versions'],
      handle: async () => ({ success: true, statistics: statisticsOf(await versionRows(pg)) }),
    }),
    route.post(`${PATH}/versions`, {
      may: STAFF,
      summary: 'Save the current configuration as a named version',
      body: versionBody,
      response: versionCreatedResponse,
      status: 201,
      async handle({ body, ...caller }) {
        const version = await create(caller, { ...body, kind: 'named' });
        return { success: true, message: `Version ${version.version_name} was created`, ...version };
      },
    }),
    route.post(`${PATH}/snapshot`, {
      may: STAFF,
      summary: 'Save the current configuration as an automatic version',
      body: snapshotBody,
      response: versionCreatedResponse,
      status: 201,
      async handle({ body: { description, kind, label }, ...caller }) {
        const version_name = label === undefined ? automaticName(kind, new Date()) : `${kind}-${label}`;
        const version = await create(caller, { version_name, description, kind });
        return { success: true, message: `Snapshot ${version.version_name} was created`, ...version };
      },
    }),
    route.get(`${PATH}/versions/:id/difference`, {
      may: STAFF,
      summary: 'Preview the changes of a rollback to this version',
      response: differenceResponse,
      reads: ['system-versions', 'clients'],
      async handle({ params: { id } }) {
        const version = (await versionRows(pg)).find(({ version_id }) => version_id === id);
        if (!version) throw systemVersionUnknown();
        return { success: true, data: await previewRollback(pg, version) };
      },
    }),
    route.post(`${PATH}/versions/:id/golden-questions`, {
      may: STAFF,
      summary: "Ask golden questions with this version's prompts, for clients whose prompts differ",
      response: goldenRunsResponse,
      status: 202,
      async handle({ params: { id }, ...caller }) {
        const { state } = await commands.load(systemVersion, streams.systemVersion(id));
        if (!state || state.deleted) throw systemVersionUnknown();
        return { success: true, clients: await requestGoldenRuns(ports, state, caller) };
      },
    }),
    route.get(`${PATH}/versions/:id/golden-questions`, {
      may: STAFF,
      summary: 'Results of golden questions with this version, compared with the current ones',
      response: goldenComparison,
      reads: ['system-versions', 'clients', 'golden-questions'],
      async handle({ params: { id } }) {
        const { state } = await commands.load(systemVersion, streams.systemVersion(id));
        if (!state || state.deleted) throw systemVersionUnknown();
        return compareGoldenQuestions(ports, state);
      },
    }),
    route.post(`${PATH}/rollback/:id`, {
      may: STAFF,
      summary: 'Roll back to this version after saving the current configuration',
      body: rollbackBody,
      response: rollbackResponse,
      status: 202,
      async handle({ params: { id }, body, ...caller }) {
        const stream = streams.systemVersion(id);
        const { state } = await commands.load(systemVersion, stream);
        if (!state) throw systemVersionUnknown();
        const rollback_id = caller.newId('rollback');
        const currentCommand = async () =>
          ({
            type: 'roll_back',
            rollback_id,
            version_name: body.versionName,
            active: isActive(await currentVersions(), id),
            differences: await countDifferencesTo(pg, BigInt(state.position)),
            emergency_version_id: caller.newId('system version emergency'),
          }) as const;
        // Check the rules before saving anything.
        if (state.last_rollback_id !== rollback_id) {
          systemVersion.decide(await currentCommand(), state);
          if (!body.acceptGoldenResult) await assertGoldenQuestionsPass(ports, state);
          await acquireRollbackLock(commands, { version_id: id, rollback_id }, caller);
        }
        // Read again: another rollback may have run until the lock was acquired.
        const command = await currentCommand();
        await create(caller, {
          kind: 'emergency',
          version_name: automaticName('emergency', new Date()),
          description: `Before the rollback to ${state.version_name}`,
        });
        const { events } = await caller.execute(systemVersion, { stream, command });
        // A repeated request finds no differences; report those that the first request found.
        const requestedEvent = events.find((event) => event.type === 'SystemRollbackRequested');
        return {
          success: true,
          message: `Rolling back to version: ${state.version_name}`,
          rollback_id,
          total: requestedEvent?.data.differences ?? command.differences,
        };
      },
    }),
    route.post(`${PATH}/rollback/:id/resume`, {
      may: STAFF,
      summary: 'Resume a failed rollback',
      response: messageResponse,
      status: 202,
      async handle({ params: { id }, execute, ...caller }) {
        const stream = streams.systemVersion(id);
        const command = { type: 'resume_rollback' } as const;
        const { state: failed } = await commands.load(systemVersion, stream);
        if (failed?.rollback?.failed)
          await acquireRollbackLock(commands, { version_id: id, rollback_id: failed.rollback.id }, caller);
        const { state } = await execute(systemVersion, { stream, command });
        return { success: true, message: `Rolling back to version: ${state?.version_name}` };
      },
    }),
    route.post(`${PATH}/rollback/:id/abandon`, {
      may: STAFF,
      summary: 'Abandon a rollback; restored documents stay restored',
      response: messageResponse,
      async handle({ params: { id }, execute }) {
        const command = { type: 'abandon_rollback' } as const;
        const { state } = await execute(systemVersion, { stream: streams.systemVersion(id), command });
        return { success: true, message: `Abandoned the rollback to version: ${state?.version_name}` };
      },
    }),
    route.delete(`${PATH}/versions/:id`, {
      may: STAFF,
      summary: 'Delete a version',
      response: messageResponse,
      async handle({ params: { id }, execute }) {
        const active = isActive(await currentVersions(), id);
        const { state } = await execute(systemVersion, {
          stream: streams.systemVersion(id),
          command: { type: 'delete', reason: 'deleted', active },
        });
        return { success: true, message: `Successfully deleted version: ${state?.version_name}` };
      },
    }),
    route.post(`${PATH}/cleanup`, {
      may: STAFF,
      summary: 'Delete automatic backups beyond the retention limit of each kind; named versions stay',
      response: cleanupResponse,
      async handle({ execute }) {
        const outdatedIds = outdatedVersions(await currentVersions());
        for (const id of outdatedIds) {
          await execute(systemVersion, {
            stream: streams.systemVersion(id),
            command: { type: 'delete', reason: 'cleanup', active: false },
          });
        }
        return {
          success: true,
          message: 'Backup cleanup completed successfully',
          deleted: outdatedIds.length,
        };
      },
    }),
  ];
}

const isActive = (versions: readonly { version_id: string; is_active: boolean }[], id: string) =>
  versions.some((version) => version.version_id === id && version.is_active);
