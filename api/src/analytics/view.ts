import type { ContentFilterLevel } from '@landline/event-schemas';
import { CONTENT_FILTER_LEVELS } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { clientNotFound } from '../clients/client.ts';
import { type AnalyticsQuery, TIMEFRAMES } from './contract.ts';

export const LIVE = sql.fragment`(SELECT live_generation FROM read.projector WHERE name = 'analytics')`;

/** A view's scope: whose figures, of which days, without what. */
export interface View {
  readonly query: AnalyticsQuery;
  readonly clientId: string | undefined;
  readonly clientName: string | null;
  readonly from: string;
  readonly to: string;
}

const scope = z.object({ name: z.string().nullable(), from: z.string(), to: z.string() });

/** Days are the client's own; of all clients, days are each client's own and the last one is today in UTC. */
export async function viewOf(db: CommonQueryMethods, query: AnalyticsQuery): Promise<View> {
  const { clientId } = query;
  const days = TIMEFRAMES[query.timeframe];
  const dates = (today: ReturnType<typeof sql.fragment>) =>
    sql.fragment`(${today} - ${days - 1}::int)::text AS from, ${today}::text AS to`;
  const found =
    clientId === undefined
      ? await db.one(sql.type(scope)`
          SELECT NULL::text AS name, ${dates(sql.fragment`(now() AT TIME ZONE 'UTC')::date`)}
        `)
      : await db.maybeOne(sql.type(scope)`
          SELECT name, ${dates(sql.fragment`(now() AT TIME ZONE time_zone)::date`)}
          FROM read.analytics_client WHERE generation = ${LIVE} AND client_id = ${clientId}
        `);
  if (!found) throw clientNotFound();
  return { query, clientId, clientName: found.name, from: found.from, to: found.to };
}

/** What every answer says of the view that it is. */
export const shownView = ({ query, clientId, from, to }: View) => ({
  clientId: clientId ?? null,
  timeframe: query.timeframe,
  from,
  to,
  filterContent: isFiltered(query),
  filterLevel: query.filterLevel,
});

export const isFiltered = ({ filterContent }: Pick<AnalyticsQuery, 'filterContent'>) =>
  filterContent === 'true';

/** As it is kept beside each question: a question is left out when its own number is not above this. */
const strictnessOf = (level: ContentFilterLevel) => CONTENT_FILTER_LEVELS.indexOf(level) + 1;
export const strictness = ({ query }: View): number =>
  isFiltered(query) ? strictnessOf(query.filterLevel) : 0;

const ofClient = ({ clientId }: View) =>
  clientId === undefined ? sql.fragment`` : sql.fragment`AND client_id = ${clientId}`;

/** Rows of a table of days that are in the view. */
export const inDays = (view: View) => sql.fragment`
  generation = ${LIVE} ${ofClient(view)} AND day >= ${view.from} ${view.clientId ? sql.fragment`AND day <= ${view.to}` : sql.fragment``}`;

/**
 * The questions of a view, as `q`: from the first day on as each client has it, and after its last reset; before the day
 * `until` where one is given. Of our own screens there are few conversations: they are left out by name.
 */
export const questionsIn = (view: View, until?: string) => sql.fragment`
  (SELECT client_id, greatest(${view.from}::date::timestamp AT TIME ZONE time_zone,
     reset_at + interval '1 millisecond') AS since
     ${until === undefined ? sql.fragment`` : sql.fragment`, ${until}::date::timestamp AT TIME ZONE time_zone AS until`}
   FROM read.analytics_client WHERE generation = ${LIVE} ${ofClient(view)}) AS c
  JOIN read.analytics_question q ON q.generation = ${LIVE} AND q.client_id = c.client_id AND q.asked_at >= c.since
    ${until === undefined ? sql.fragment`` : sql.fragment`AND q.asked_at < c.until`}
    AND q.left_out_from > ${strictness(view)}::int AND NOT EXISTS (
      SELECT FROM read.analytics_conversation ours WHERE ours.generation = ${LIVE}
        AND ours.conversation_id = q.conversation_id AND ours.source <> 'website')`;

/** Whether one question, `q`, is in a view. */
export const isIn = (view: View) => sql.fragment`
  q.left_out_from > ${strictness(view)}::int
  ${view.clientId === undefined ? sql.fragment`` : sql.fragment`AND q.client_id = ${view.clientId}`}
  AND EXISTS (
    SELECT FROM read.analytics_client c JOIN read.analytics_conversation v ON v.generation = c.generation
    WHERE c.generation = ${LIVE} AND c.client_id = q.client_id AND v.conversation_id = q.conversation_id
      AND v.source = 'website' AND (c.reset_at IS NULL OR q.asked_at > c.reset_at)
      AND q.asked_at >= ${view.from}::date::timestamp AT TIME ZONE c.time_zone)`;

/** Days are `YYYY-MM-DD`. */
export function dayBefore(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day - 1)).toISOString().slice(0, 10);
}

/** The first of a month from which on a view has all days, `YYYY-MM-01`. */
export function wholeMonthsOf({ from }: View): string {
  const [year = 0, month = 0, day] = from.split('-').map(Number);
  return day === 1 ? from : new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
