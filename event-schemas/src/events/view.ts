import { z } from 'zod';
import { defineEvent } from '../define.ts';

const aView = z.object({ view_id: z.string(), scope: z.string(), dataset_key: z.string() });

/** On `savedViews-{scope}`: lists of a dataset that a client's users, or staff, keep under a name. */
export const viewEvents = {
  /** The view is this from now on, whatever it was. */
  ViewSaved: defineEvent({
    data: aView.extend({
      name: z.string(),
      /** The name as it stands in an address; no other view of the dataset has it. */
      slug: z.string(),
      /** Filters and order, as in the address of the list. */
      query: z.string(),
    }),
  }),
  ViewRemoved: defineEvent({ data: aView }),
};

/** On `visit-{user}-{dataset}`: when a person came to look at a dataset. */
export const visitEvents = {
  DatasetVisited: defineEvent({
    data: z.object({
      user_id: z.string(),
      dataset_key: z.string(),
      visited_at: z.string(),
      /** When they came before; null when they never did. */
      previous: z.string().nullable(),
    }),
  }),
};
