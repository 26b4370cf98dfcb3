import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { guid, key } from '../fields.ts';

const viewRef = z.object({ view_id: guid(), scope: key(), dataset_key: key() });

/** Events of the stream `savedViews-{scope}`: named lists of a dataset, saved by a client's users or by staff. */
export const viewEvents = {
  /** Creates the view or replaces it. */
  ViewSaved: defineEvent({
    data: viewRef.extend({
      name: z.string(),
      /** The name as used in a URL; unique in the dataset. */
      slug: z.string(),
      /** Filters and order, as in the URL of the list. */
      query: z.string(),
    }),
  }),
  ViewRemoved: defineEvent({ data: viewRef }),
};

/** Events of the stream `visit-{user}-{dataset}`: a person's visits to a dataset. */
export const visitEvents = {
  DatasetVisited: defineEvent({
    data: z.object({
      user_id: key(),
      dataset_key: key(),
      visited_at: z.string(),
      /** Time of the previous visit; null for the first. */
      previous: z.string().nullable(),
    }),
  }),
};
