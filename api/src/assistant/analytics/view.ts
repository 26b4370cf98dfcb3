import { CONTENT_FILTER_LEVELS } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { clientNotFound } from '../../clients/clients/client.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type AnalyticsQuery, TIMEFRAMES } from './contract.ts';

export const LIVE = liveGeneration('analytics');

/** Scope of an analytics view: client, days and content filter. */
export interface View {
  readonly query: AnalyticsQuery;
  readonly clientId: string | undefined;
  readonly clientName: string | null;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

const scopeRow = z.object({ name: z.string().nullable(), from: z.string(), to: z.string() });

/** Resolves a query to a view. Days are in each client's time zone; a view of all clients ends today in UTC. */
export async function viewOf(db: CommonQueryMethods, query: AnalyticsQuery): Promise<View> {
  const { clientId } = query;
  const days = TIMEFRAMES[query.timeframe];
  const dates = (today: ReturnType<typeof sql.fragment>) =>
    sql.fragment`(${today} - ${days - 1}::int)::text AS from, ${today}::text AS to`;
  const row =
    clientId === undefined
      ? await db.one(sql.type(scopeRow)`
          SELECT NULL::text AS name, ${dates(sql.fragment`(now() AT TIME ZONE 'UTC')::date`)}
        `)
      : await db.maybeOne(sql.type(scopeRow)`
          SELECT name, ${dates(sql.fragment`(now() AT TIME ZONE time_zone)::date`)}
          FROM read.analytics_client WHERE generation = ${LIVE} AND client_id = ${clientId}
        `);
  if (!row) throw clientNotFound();
  return { query, clientId, clientName: row.name, from: row.from, to: row.to };
}

/** Returns the scope of a view as its response shows it. */
export const viewScopeOf = ({ query, clientId, from, to }: View) => ({
  clientId: clientId ?? null,
  timeframe: query.timeframe,
  from,
  to,
  filterContent: isFiltered(query),
  filterLevel: query.filterLevel,
});

export const isFiltered = ({ filterContent }: Pick<AnalyticsQuery, 'filterContent'>) =>
  filterContent === 'true';

/** Returns the content filter level as a number from 1, or 0 without a filter. Rows up to this level are excluded. */
export const filterLevelOf = ({ query }: View): number =>
  isFiltered(query) ? CONTENT_FILTER_LEVELS.indexOf(query.filterLevel) + 1 : 0;

const ofClient = ({ clientId }: View) =>
  clientId === undefined ? sql.fragment`` : sql.fragment`AND client_id = ${clientId}`;

/** Returns the SQL condition for the rows of a daily table that are in a view. */
export const inDays = (view: View) => sql.fragment`
  generation = ${LIVE} ${ofClient(view)} AND day >= ${view.from} ${view.clientId ? sql.fragment`AND day <= ${view.to}` : sql.fragment``}`;

/**
 * Selects the questions of a view as `q`: from its first day in each client's time zone, after the last reset, and before
 * the day `until` if given. Excludes conversations on Landline's own screens; these are few.
 */
export const questionsIn = (view: View, until?: string) => sql.fragment`
  (SELECT client_id, greatest(${view.from}::date::timestamp AT TIME ZONE time_zone,
     reset_at + interval '1 millisecond') AS since
     ${until === undefined ? sql.fragment`` : sql.fragment`, ${until}::date::timestamp AT TIME ZONE time_zone AS until`}
   FROM read.analytics_client WHERE generation = ${LIVE} ${ofClient(view)}) AS c
  JOIN read.analytics_question q ON q.generation = ${LIVE} AND q.client_id = c.client_id AND q.asked_at >= c.since
    ${until === undefined ? sql.fragment`` : sql.fragment`AND q.asked_at < c.until`}
    AND q.left_out_from > ${filterLevelOf(view)}::int AND NOT EXISTS (
      SELECT FROM read.analytics_conversation internal WHERE internal.generation = ${LIVE}
        AND internal.conversation_id = q.conversation_id AND internal.source <> 'website')`;

/** Returns the SQL condition for a question `q` to be in a view. */
export const isInView = (view: View) => sql.fragment`
  q.left_out_from > ${filterLevelOf(view)}::int
  ${view.clientId === undefined ? sql.fragment`` : sql.fragment`AND q.client_id = ${view.clientId}`}
  AND EXISTS (
    SELECT FROM read.analytics_client c JOIN read.analytics_conversation v ON v.generation = c.generation
    WHERE c.generation = ${LIVE} AND c.client_id = q.client_id AND v.conversation_id = q.conversation_id
      AND v.source = 'website' AND (c.reset_at IS NULL OR q.asked_at > c.reset_at)
      AND q.asked_at >= ${view.from}::date::timestamp AT TIME ZONE c.time_zone)`;

/** Returns the day before a `YYYY-MM-DD` date. */
export const dayBefore = (date: string): string =>
  new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

/** Returns the first day of the first whole month of a view, `YYYY-MM-01`. */
export function firstWholeMonthOf({ from }: View): string {
  const [year = 0, month = 0, day] = from.split('-').map(Number);
  return day === 1 ? from : new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
