import { Readable } from 'node:stream';
import type { Actor } from '@landline/event-schemas';
import { breakdown } from '@landline/scoring-engine';
import { z } from 'zod';
import { findView } from '../datasets/views.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Access } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import { scopeOf } from '../training/scope.ts';
import { newSince } from '../visits/visit.ts';
import {
  type CandidateFilters,
  candidateExportQuery,
  candidateFilters,
  candidateList,
  candidateListQuery,
  candidateResponse,
  filterOptions,
  scoreHistory,
} from './contract.ts';
import { breakdownOf, shownCandidate } from './explained.ts';
import { assertExportable, exportCsv, exportName } from './export.ts';
import { historyOf } from './history.ts';
import { findHits, findPoints, listCandidates, optionsOf } from './list.ts';
import { type Listing, listings } from './listing.ts';
import { POINTS_TYPE } from './points-contract.ts';
import { findCandidate } from './queries.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
const byId = z.object({ id: z.uuid() });

/** What is sent empty is not asked for, and so is any classification (spec 001 §5). */
const nonEmpty = <S extends z.ZodType>(schema: S) => z.preprocess(withoutEmpty, schema);
const withoutEmpty = (query: unknown) =>
  typeof query === 'object' && query !== null
    ? Object.fromEntries(
        Object.entries(query).filter(
          ([name, value]) => value !== '' && !(name === 'classification' && value === 'any'),
        ),
      )
    : query;

const notFound = () => new DomainError('not_found', 'CANDIDATE_NOT_FOUND', 'Candidate not found');
const noDataset = () =>
  new DomainError('not_found', 'DATASET_NOT_FOUND', 'Dataset not found or access denied');

/** The candidate list, a candidate, and why it has its score (spec 001 §7). */
export function candidatesRoutes({ pool, columns, commands, eventStore, pg }: Deps): Route[] {
  const listingOf = listings({ pg, pool });
  /** What a caller sees of a dataset. */
  async function listed(
    { datasetKey, newOnly }: Pick<CandidateFilters, 'datasetKey' | 'newOnly'>,
    actor: Actor,
    access: Access,
  ): Promise<Listing> {
    const view = await findView(pool, access, datasetKey);
    const listing = view && (await listingOf(view, scopeOf(actor)));
    if (!listing) throw noDataset();
    const since = newOnly && (await newSince(commands, actor, view.datasetKey));
    return since === undefined ? listing : { ...listing, newSince: since };
  }
  return [
    route({
      method: 'GET',
      path: '/api/geo/candidates',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: "A page of a dataset's candidates",
      query: nonEmpty(candidateListQuery),
      response: candidateList,
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ query, actor, access }) {
        const listing = await listed(query, actor, access);
        return listCandidates({ pool, columns }, listing, query);
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/candidates/filter-options',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'What the list can be filtered by',
      query: z.object({ datasetKey: z.string().min(1) }),
      response: filterOptions,
      reads: ['candidates', 'scores'],
      async handle({ query, actor, access }) {
        const listing = await listed(query, actor, access);
        return { success: true, data: await optionsOf({ pool, columns }, listing) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/candidates/points',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'Where the candidates of a list are, for its map: the columns of `Points`',
      query: nonEmpty(candidateFilters),
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ query, actor, access, ctx }) {
        const listing = await listed(query, actor, access);
        const body = await findPoints({ pool, columns }, listing, query);
        ctx.type = POINTS_TYPE;
        ctx.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/candidates/export/csv',
      may: MAY,
      ofClient: { ...OF_CLIENT, notInDemo: true },
      summary: 'All candidates of a list as a CSV file',
      query: nonEmpty(candidateExportQuery),
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ query, actor, access, ctx }) {
        const listing = await listed(query, actor, access);
        assertExportable(listing);
        const { sortBy, sortOrder } = query;
        const all = { sortBy, sortOrder, offset: 0, limit: null };
        const hits = await findHits({ pool, columns }, listing, query, all);
        ctx.type = 'text/csv';
        ctx.set('Content-Disposition', `attachment; filename="${exportName(listing, new Date())}"`);
        ctx.body = Readable.from(exportCsv({ pg, columns }, listing, hits), { highWaterMark: 1 });
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/candidates/:id',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'A candidate with all its facts',
      params: byId,
      response: candidateResponse,
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ params, actor, access }) {
        const data = await shownCandidate(pool, params.id, { scope: scopeOf(actor), access });
        if (!data) throw notFound();
        return { success: true, data };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/candidates/:id/history',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'What changed the score of a candidate, when and by whom',
      params: byId,
      query: z.object({
        before: z
          .string()
          .regex(/^\d{1,19}$/)
          .optional(),
      }),
      response: scoreHistory,
      reads: ['candidates', 'history', 'scores'],
      async handle({ params, query, actor, access }) {
        const candidate = await findCandidate(pool, params.id, access);
        if (!candidate) throw notFound();
        const before = query.before === undefined ? undefined : BigInt(query.before);
        return { success: true, data: await historyOf({ pool, eventStore }, candidate, actor, before) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/candidates/:id/breakdown',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'How the score of a candidate came about',
      params: byId,
      response: z.object({ success: z.literal(true), data: breakdown }),
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ params, actor, access }) {
        const data = await breakdownOf({ pool, eventStore }, params.id, { scope: scopeOf(actor), access });
        if (!data) throw notFound();
        return { success: true, data };
      },
    }),
  ];
}
