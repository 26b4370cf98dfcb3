import { Readable } from 'node:stream';
import type { Actor } from '@landline/event-schemas';
import { breakdown } from '@landline/scoring-engine';
import { z } from 'zod';
import { commitPosition } from '../../platform/http/commit-position.ts';
import { dataResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { scopeOf } from '../classification/scope.ts';
import { accessOf } from '../dataset-access/access.ts';
import type { PropertyPorts } from '../ports.ts';
import {
  byId,
  candidateNotFound,
  datasetNotFound,
  READERS,
  type RouteSession,
  requireCandidate,
  requireView,
  WRITERS,
} from '../request-guards.ts';
import { newSince } from '../visits/dataset-visits.ts';
import { breakdownOf, candidateDetailOf } from './candidate-detail.ts';
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
import { assertExportable, exportCsv, exportName } from './export-csv.ts';
import { historyOf } from './history.ts';
import { findHits, findPoints, listCandidates, optionsOf } from './list-candidates.ts';
import { type Listing, listings } from './listing.ts';
import { POINTS_TYPE } from './points-contract.ts';

/** Read models of a single candidate with its score. */
const CANDIDATE = ['candidates', 'classifications', 'datasets', 'environment', 'scores', 'scoring'] as const;

/** Ignores empty parameters and the classification "any" (spec 001 §5). */
const nonEmpty = <S extends z.ZodType>(schema: S) => z.preprocess(withoutEmpty, schema);
const withoutEmpty = (query: unknown) =>
  typeof query === 'object' && query !== null
    ? Object.fromEntries(
        Object.entries(query).filter(
          ([name, value]) => value !== '' && !(name === 'classification' && value === 'any'),
        ),
      )
    : query;

/** Routes for the candidate list, its map and export, and single candidates with score and history (spec 001 §7). */
export function candidatesRoutes({ pool, columns, commands, eventStore, pg }: PropertyPorts): Route[] {
  const listingOf = listings({ pg, pool });
  async function findListing(
    { datasetKey, newOnly }: Pick<CandidateFilters, 'datasetKey' | 'newOnly'>,
    actor: Actor,
    session: RouteSession,
  ): Promise<Listing> {
    const view = await requireView(pool, datasetKey, session);
    const listing = await listingOf(view, scopeOf(actor));
    if (!listing) throw datasetNotFound();
    const since = newOnly && (await newSince(commands, actor, view.datasetKey));
    return since === undefined ? listing : { ...listing, newSince: since };
  }
  return [
    route.get('/api/geo/candidates', {
      ...READERS,
      summary: "A page of a dataset's candidates",
      query: nonEmpty(candidateListQuery),
      response: candidateList,
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ query, actor, session }) {
        const listing = await findListing(query, actor, session);
        return listCandidates({ pool, columns }, listing, query);
      },
    }),
    route.get('/api/geo/candidates/filter-options', {
      ...READERS,
      summary: 'Filter values that occur in a dataset',
      query: z.object({ datasetKey: z.string().min(1) }),
      response: filterOptions,
      reads: ['candidates', 'scores'],
      async handle({ query, actor, session }) {
        const listing = await findListing(query, actor, session);
        return { success: true, data: await optionsOf({ pool, columns }, listing) };
      },
    }),
    route.get('/api/geo/candidates/points', {
      ...READERS,
      summary: 'Locations of matching candidates in the binary `Points` format',
      query: nonEmpty(candidateFilters),
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ query, actor, session, ctx }) {
        const listing = await findListing(query, actor, session);
        const body = await findPoints({ pool, columns }, listing, query);
        ctx.type = POINTS_TYPE;
        ctx.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      },
    }),
    route.get('/api/geo/candidates/export/csv', {
      ...WRITERS,
      summary: 'All matching candidates as a CSV file',
      query: nonEmpty(candidateExportQuery),
      reads: ['candidates', 'classifications', 'scores'],
      async handle({ query, actor, session, ctx }) {
        const listing = await findListing(query, actor, session);
        assertExportable(listing);
        const { sortBy, sortOrder } = query;
        const all = { sortBy, sortOrder, offset: 0, limit: null };
        const hits = await findHits({ pool, columns }, listing, query, all);
        ctx.attachment(exportName(listing, new Date()));
        ctx.body = Readable.from(exportCsv({ pg, columns }, listing, hits), { highWaterMark: 1 });
      },
    }),
    route.get('/api/geo/candidates/:id', {
      ...READERS,
      summary: 'A candidate with all its data',
      params: byId,
      response: candidateResponse,
      reads: CANDIDATE,
      async handle({ params, actor, session }) {
        const access = accessOf(session);
        const data = await candidateDetailOf(pool, params.id, { scope: scopeOf(actor), access });
        if (!data) throw candidateNotFound();
        return { success: true, data };
      },
    }),
    route.get('/api/geo/candidates/:id/history', {
      ...READERS,
      summary: 'Score history of a candidate',
      params: byId,
      query: z.object({ before: commitPosition.optional() }),
      response: scoreHistory,
      reads: ['candidates', 'environment', 'history', 'scores'],
      async handle({ params, query, actor, session }) {
        const candidate = await requireCandidate(pool, params.id, session);
        const before = query.before === undefined ? undefined : BigInt(query.before);
        return { success: true, data: await historyOf({ pool, eventStore }, candidate, actor, before) };
      },
    }),
    route.get('/api/geo/candidates/:id/breakdown', {
      ...READERS,
      summary: 'Score breakdown of a candidate',
      params: byId,
      response: dataResponse(breakdown),
      reads: [...CANDIDATE, 'history'],
      async handle({ params, actor, session }) {
        const access = accessOf(session);
        const data = await breakdownOf({ pool, eventStore }, params.id, { scope: scopeOf(actor), access });
        if (!data) throw candidateNotFound();
        return { success: true, data };
      },
    }),
  ];
}
