import { type Actor, type EventData, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { namesOf } from '../candidates/names.ts';
import { findView } from '../datasets/views.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Access } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import { scopeOf } from '../training/scope.ts';
import {
  slugOf,
  viewBody,
  viewChanges,
  viewRemovedResponse,
  viewResponse,
  viewsResponse,
} from './contract.ts';
import { viewsOf } from './queries.ts';
import { views, viewUnknown } from './view.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
/** Demo accounts read (spec 001 §6). */
const NOT_IN_DEMO = { ...OF_CLIENT, notInDemo: true } as const;
const byId = z.object({ id: z.uuid() });

/** Saved views of a dataset; those of staff and of each client are kept apart. */
export function viewRoutes({ pool, commands }: Deps): Route[] {
  async function assertSeen(datasetKey: string, access: Access): Promise<void> {
    if (await findView(pool, access, datasetKey)) return;
    throw new DomainError('not_found', 'DATASET_NOT_FOUND', 'Dataset not found or access denied');
  }
  /** A view of the caller's, of a dataset that the caller may see. */
  async function own(id: string, actor: Actor, access: Access) {
    const stream = streams.savedViews(scopeOf(actor));
    const found = (await commands.load(views, stream)).state.get(id);
    if (!found) throw viewUnknown();
    await assertSeen(found.dataset_key, access);
    return stream;
  }
  async function record({ view_id, name, slug, query }: EventData<'ViewSaved'>, at: string, actor: Actor) {
    const nameOf = await namesOf(pool, [actor], actor);
    return { id: view_id, name, slug, query, savedBy: nameOf(actor), savedAt: at };
  }

  return [
    route({
      method: 'GET',
      path: '/api/geo/views',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'The saved views of a dataset, by name',
      query: z.object({ datasetKey: z.string().min(1).max(100) }),
      response: viewsResponse,
      reads: ['views', 'staff', 'clients'],
      async handle({ query: { datasetKey }, actor, access }) {
        await assertSeen(datasetKey, access);
        return { success: true, data: await viewsOf(pool, scopeOf(actor), datasetKey, actor) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/views',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Saves filters and order of a list under a name',
      body: viewBody,
      response: viewResponse,
      status: 201,
      async handle({ body: { datasetKey, name, query }, actor, access, execute, newId }) {
        await assertSeen(datasetKey, access);
        const scope = scopeOf(actor);
        const data = {
          view_id: newId('view'),
          scope,
          dataset_key: datasetKey,
          name,
          slug: slugOf(name),
          query,
        };
        const stream = streams.savedViews(scope);
        const { at } = await execute(views, { stream, command: { type: 'save', ...data } });
        return { success: true, data: await record(data, at, actor), message: 'View saved' };
      },
    }),
    route({
      method: 'PUT',
      path: '/api/geo/views/:id',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Gives a saved view another name, or other filters',
      params: byId,
      body: viewChanges,
      response: viewResponse,
      async handle({ params: { id }, body: { name, query }, actor, access, execute }) {
        const stream = await own(id, actor, access);
        const changes = {
          ...(name !== undefined && { name, slug: slugOf(name) }),
          ...(query !== undefined && { query }),
        };
        const { state, at } = await execute(views, {
          stream,
          command: { type: 'change', view_id: id, ...changes },
        });
        const saved = state.get(id);
        if (!saved) throw viewUnknown();
        return { success: true, data: await record(saved, at, actor), message: 'View updated' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/geo/views/:id',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Removes a saved view',
      params: byId,
      response: viewRemovedResponse,
      async handle({ params: { id }, actor, access, execute }) {
        const stream = await own(id, actor, access);
        await execute(views, { stream, command: { type: 'remove', view_id: id } });
        return { success: true, message: 'View deleted' };
      },
    }),
  ];
}
