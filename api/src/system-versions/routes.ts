import { type SystemVersionKind, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type Route, type RouteRequest, route, type Session } from '../http/route.ts';
import { untilProjected } from '../reactors/until-projected.ts';
import {
  cleanedUp,
  created,
  differenceResponse,
  done,
  rollbackBody,
  rollbackStarted,
  snapshotBody,
  statisticsResponse,
  versionBody,
  versionsResponse,
} from './contract.ts';
import { nameAt, versionAt } from './create.ts';
import { differenceOf } from './difference.ts';
import { countDifferencesTo } from './documents.ts';
import { listVersions, outdatedVersions, statisticsOf, versionRows } from './queries.ts';
import { systemVersion, systemVersionUnknown } from './system-version.ts';
import { claimTurn } from './turn.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const byId = z.object({ id: z.string().max(100) });
const PATH = '/api/ai/system';

type Caller = Pick<RouteRequest<unknown, unknown, unknown, Session>, 'execute' | 'newId'>;

/** Versions of the whole configuration, and going back to one (spec 002 §2, §4, §7). */
export function systemVersionRoutes(deps: Deps): Route[] {
  const { pg, eventStore, commands } = deps;

  /** The versions as they are at this very moment: commands rest on them. */
  async function versionsNow() {
    await untilProjected(pg, 'system-versions', await eventStore.head());
    return versionRows(pg);
  }

  async function create(
    { execute, newId }: Caller,
    wanted: { version_name: string; description: string; kind: SystemVersionKind },
  ): Promise<{ id: string; version_name: string }> {
    const version_id = newId(`system version ${wanted.kind}`);
    const command = await versionAt(deps, { version_id, ...wanted });
    const { state } = await execute(systemVersion, { stream: streams.systemVersion(version_id), command });
    return { id: version_id, version_name: state?.version_name ?? wanted.version_name };
  }

  return [
    route({
      method: 'GET',
      path: `${PATH}/versions`,
      may: STAFF,
      summary: 'Versions of the configuration, newest first',
      response: versionsResponse,
      reads: ['system-versions', 'staff'],
      handle: async () => ({ success: true, versions: await listVersions(pg) }),
    }),
    route({
      method: 'GET',
      path: `${PATH}/auto-backup-stats`,
      may: STAFF,
      summary: 'How many backups there are of each kind',
      response: statisticsResponse,
      reads: ['system-versions'],
      handle: async () => ({ success: true, statistics: statisticsOf(await versionRows(pg)) }),
    }),
    route({
      method: 'POST',
      path: `${PATH}/versions`,
      may: STAFF,
      summary: 'Keep the configuration as it is now under a name',
      body: versionBody,
      response: created,
      status: 201,
      async handle({ body, ...caller }) {
        const made = await create(caller, { ...body, kind: 'named' });
        return { success: true, message: `Version ${made.version_name} was created`, ...made };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/snapshot`,
      may: STAFF,
      summary: 'Keep the configuration as it is now',
      body: snapshotBody,
      response: created,
      status: 201,
      async handle({ body: { description, kind, label }, ...caller }) {
        const version_name = label === undefined ? nameAt(kind, new Date()) : `${kind}-${label}`;
        const made = await create(caller, { version_name, description, kind });
        return { success: true, message: `Snapshot ${made.version_name} was created`, ...made };
      },
    }),
    route({
      method: 'GET',
      path: `${PATH}/versions/:id/difference`,
      may: STAFF,
      summary: 'What a rollback to this version would change',
      params: byId,
      response: differenceResponse,
      reads: ['system-versions', 'clients'],
      async handle({ params: { id } }) {
        const version = (await versionRows(pg)).find(({ version_id }) => version_id === id);
        if (!version) throw systemVersionUnknown();
        return { success: true, data: await differenceOf(pg, version) };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/rollback/:id`,
      may: STAFF,
      summary:
        'Make the configuration what it was in this version; what is there now is kept as a version first',
      params: byId,
      body: rollbackBody,
      response: rollbackStarted,
      status: 202,
      async handle({ params: { id }, body, ...caller }) {
        const stream = streams.systemVersion(id);
        const { state } = await commands.load(systemVersion, stream);
        if (!state) throw systemVersionUnknown();
        const rollback_id = caller.newId('rollback');
        const commandNow = async () =>
          ({
            type: 'roll_back',
            rollback_id,
            version_name: body.versionName,
            active: isActive(await versionsNow(), id),
            differences: await countDifferencesTo(pg, BigInt(state.position)),
            emergency_version_id: caller.newId('system version emergency'),
          }) as const;
        // Refused before anything is kept.
        if (state.begun !== rollback_id) {
          systemVersion.decide(await commandNow(), state);
          await claimTurn(commands, { version_id: id, rollback_id }, caller);
        }
        // Another may have run until the turn was this one's.
        const command = await commandNow();
        await create(caller, {
          kind: 'emergency',
          version_name: nameAt('emergency', new Date()),
          description: `Before the rollback to ${state.version_name}`,
        });
        const { events } = await caller.execute(systemVersion, { stream, command });
        // A repeated request finds no differences any more: those count that the first one found.
        const requested = events.find((event) => event.type === 'SystemRollbackRequested');
        return {
          success: true,
          message: `Rolling back to version: ${state.version_name}`,
          rollback_id,
          total: requested?.data.differences ?? command.differences,
        };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/rollback/:id/resume`,
      may: STAFF,
      summary: 'Go on with a rollback that failed',
      params: byId,
      response: done,
      status: 202,
      async handle({ params: { id }, execute, ...caller }) {
        const stream = streams.systemVersion(id);
        const command = { type: 'resume_rollback' } as const;
        const { state: failed } = await commands.load(systemVersion, stream);
        if (failed?.rollback?.failed)
          await claimTurn(commands, { version_id: id, rollback_id: failed.rollback.id }, caller);
        const { state } = await execute(systemVersion, { stream, command });
        return { success: true, message: `Rolling back to version: ${state?.version_name}` };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/rollback/:id/abandon`,
      may: STAFF,
      summary: 'Restore nothing more: what was restored stays so',
      params: byId,
      response: done,
      async handle({ params: { id }, execute }) {
        const command = { type: 'abandon_rollback' } as const;
        const { state } = await execute(systemVersion, { stream: streams.systemVersion(id), command });
        return { success: true, message: `Abandoned the rollback to version: ${state?.version_name}` };
      },
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/versions/:id`,
      may: STAFF,
      summary: 'Delete a version',
      params: byId,
      response: done,
      async handle({ params: { id }, execute }) {
        const active = isActive(await versionsNow(), id);
        const { state } = await execute(systemVersion, {
          stream: streams.systemVersion(id),
          command: { type: 'delete', reason: 'deleted', active },
        });
        return { success: true, message: `Successfully deleted version: ${state?.version_name}` };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/cleanup`,
      may: STAFF,
      summary: 'Delete the automatic backups that are beyond what is kept of each kind; named versions stay',
      response: cleanedUp,
      async handle({ execute }) {
        const outdated = outdatedVersions(await versionsNow());
        for (const id of outdated) {
          await execute(systemVersion, {
            stream: streams.systemVersion(id),
            command: { type: 'delete', reason: 'cleanup', active: false },
          });
        }
        return {
          success: true,
          message: 'Backup cleanup completed successfully',
          deleted: outdated.length,
        };
      },
    }),
  ];
}

const isActive = (versions: readonly { version_id: string; is_active: boolean }[], id: string) =>
  versions.some((version) => version.version_id === id && version.is_active);
