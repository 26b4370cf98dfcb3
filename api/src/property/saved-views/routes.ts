import { type Actor, type EventData, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { namesOf } from '../candidates/actor-names.ts';
import { scopeOf } from '../classification/scope.ts';
import type { PropertyPorts } from '../ports.ts';
import { byId, READERS, type RouteSession, requireView, WRITERS } from '../request-guards.ts';
import { slugOf, viewBody, viewChanges, viewResponse, viewsResponse } from './contract.ts';
import { savedViewsOf } from './queries.ts';
import { savedViews, viewNotFound } from './saved-views.ts';

/** Routes for saved views of a dataset, separate for staff and each client. */
export function savedViewRoutes({ pool, commands }: PropertyPorts): Route[] {
  /** Throws `VIEW_UNKNOWN` unless the view is in the caller's scope, `DATASET_NOT_FOUND` without access to its dataset. */
  async function streamOf(id: string, actor: Actor, session: RouteSession) {
    const stream = streams.savedViews(scopeOf(actor));
    const view = (await commands.load(savedViews, stream)).state.get(id);
    if (!view) throw viewNotFound();
    await requireView(pool, view.dataset_key, session);
    return stream;
  }
  async function toSavedView(
    { view_id: id, name, slug, query }: EventData<'ViewSaved'>,
    savedAt: string,
    author: Actor,
  ) {
    const nameOf = await namesOf(pool, [author], author);
    return { id, name, slug, query, savedBy: nameOf(author), savedAt };
  }

  return [
    route.get('/api/geo/views', {
      ...READERS,
      summary: 'Saved views of a dataset by name',
      query: z.object({ datasetKey: z.string().min(1).max(100) }),
      response: viewsResponse,
      reads: ['views', 'staff', 'clients'],
      async handle({ query: { datasetKey }, actor, session }) {
        await requireView(pool, datasetKey, session);
        return { success: true, data: await savedViewsOf(pool, scopeOf(actor), datasetKey, actor) };
      },
    }),
    route.post('/api/geo/views', {
      ...WRITERS,
      summary: 'Save the filters and order of a list under a name',
      body: viewBody,
      response: viewResponse,
      status: 201,
      async handle({ body: { datasetKey, name, query }, actor, session, execute, newId }) {
        await requireView(pool, datasetKey, session);
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
        const { at } = await execute(savedViews, { stream, command: { type: 'save', ...data } });
        return { success: true, data: await toSavedView(data, at, actor), message: 'View saved' };
      },
    }),
    route.put('/api/geo/views/:id', {
      ...WRITERS,
      summary: 'Change the name or filters of a saved view',
      params: byId,
      body: viewChanges,
      response: viewResponse,
      async handle({ params: { id }, body: { name, query }, actor, session, execute }) {
        const stream = await streamOf(id, actor, session);
        const changes = {
          ...(name !== undefined && { name, slug: slugOf(name) }),
          ...(query !== undefined && { query }),
        };
        const { state, at } = await execute(savedViews, {
          stream,
          command: { type: 'change', view_id: id, ...changes },
        });
        const view = state.get(id);
        if (!view) throw viewNotFound();
        return { success: true, data: await toSavedView(view, at, actor), message: 'View updated' };
      },
    }),
    route.delete('/api/geo/views/:id', {
      ...WRITERS,
      summary: 'Remove a saved view',
      params: byId,
      response: messageResponse,
      async handle({ params: { id }, actor, session, execute }) {
        const stream = await streamOf(id, actor, session);
        await execute(savedViews, { stream, command: { type: 'remove', view_id: id } });
        return { success: true, message: 'View deleted' };
      },
    }),
  ];
}
