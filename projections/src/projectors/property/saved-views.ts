import { type Actor, EVERYONE } from '@landline/event-schemas';
import { type Projector, put, remove } from '../../projector.ts';
import { jsonb, table, text, timestamp, uuid } from '../../table.ts';

export const savedView = table('saved_view', {
  key: ['view_id'],
  columns: {
    view_id: uuid(),
    /** Owner of the view: a client id, or `everyone` for staff. */
    scope: text(),
    dataset_key: text(),
    name: text(),
    slug: text(),
    query: text(),
    author: jsonb<Actor>(),
    saved_at: timestamp(),
  },
  indexes: { saved_view_by_dataset: '(generation, scope, dataset_key)' },
});

export const savedViews: Projector<'views'> = {
  name: 'views',
  version: 1,
  tables: [savedView],
  on: {
    ViewSaved: ({ data, metadata: { actor: author, at: saved_at } }) =>
      put(savedView, { ...data, author, saved_at }),
    ViewRemoved: ({ data: { view_id } }) => remove(savedView, { view_id }),
  },
  // Clients do not see staff views.
  audience: ({ data }) => ('scope' in data && data.scope !== EVERYONE ? [data.scope] : []),
};
