import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';
import { candidateListQuery } from '../candidates/contract.ts';

/** Maximum length of a view's name in characters. */
export const VIEW_NAME_MAX = 60;
const VIEW_NAME_REQUIRED = 'A name is required';

/** Converts a name for use in a URL: lower-case letters and digits of any script, joined by dashes. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const name = z
  .string()
  .trim()
  .min(1, VIEW_NAME_REQUIRED)
  .max(VIEW_NAME_MAX, `A name cannot exceed ${VIEW_NAME_MAX} characters`)
  .refine((text) => slugOf(text) !== '', 'A name must contain a letter or a digit');

const listState = candidateListQuery.omit({ datasetKey: true, page: true, limit: true }).strict();
const isList = (query: string) => listState.safeParse(Object.fromEntries(new URLSearchParams(query))).success;

/** Filters and order as in the list's URL, without its page. */
const query = z.string().max(12_000).refine(isList, 'The query can only contain list filters.');

export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  /** Used in the view's URL: `…?view={slug}`. */
  slug: z.string(),
  query: z.string(),
  savedBy: z.string(),
  savedAt: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

export const viewBody = z.object({ datasetKey: z.string().min(1).max(100), name, query });
export type ViewBody = z.input<typeof viewBody>;

/** Omitted fields keep their value. */
export const viewChanges = z.object({ name: name.optional(), query: query.optional() });
export type ViewChanges = z.input<typeof viewChanges>;

export const viewsResponse = dataResponse(z.array(savedView));
export const viewResponse = dataResponse(savedView).extend({ message: z.string() });
