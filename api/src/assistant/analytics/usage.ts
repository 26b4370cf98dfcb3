import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { clientBilling } from '../billing/queries.ts';
import type { DailyUsage, UsageAnalytics } from './contract.ts';
import { averageOf, sumOf } from './figures.ts';
import { filterLevelOf, inDays, questionsIn, type View, viewScopeOf } from './view.ts';

/** Maximum number of domains listed (spec 000 §9). */
const TOP_DOMAINS = 10;

const dayRow = z.object({
  date: z.string(),
  sessions: z.number(),
  questions: z.number(),
  answers: z.number(),
  filtered: z.number(),
});

async function daysIn(db: CommonQueryMethods, view: View) {
  const included = sql.fragment`FILTER (WHERE level > ${filterLevelOf(view)}::int)`;
  return db.any(sql.type(dayRow)`
    SELECT day AS date, sum(sessions)::int AS sessions,
      coalesce(sum(questions) ${included}, 0)::int AS questions, coalesce(sum(answers) ${included}, 0)::int AS answers,
      coalesce(sum(questions + answers) FILTER (WHERE level <= ${filterLevelOf(view)}::int), 0)::int AS filtered
    FROM read.analytics_day WHERE ${inDays(view)} GROUP BY day
  `);
}

const loadsRow = z.object({ kind: z.enum(['direct', 'dynamic']), domain: z.string(), loads: z.number() });

async function loadsIn(db: CommonQueryMethods, view: View) {
  const rows = await db.any(sql.type(loadsRow)`
    SELECT kind, domain, sum(loads)::int AS loads FROM read.widget_load_day WHERE ${inDays(view)} GROUP BY kind, domain
  `);
  const total = (loadRows: typeof rows) => sumOf(loadRows, ({ loads }) => loads);
  const byDomain = [
    ...Map.groupBy(
      rows.filter(({ domain }) => domain !== ''),
      ({ domain }) => domain,
    ),
  ].map(([domain, rowsOfDomain]) => ({ domain, load_count: total(rowsOfDomain) }));
  return {
    load_stats: {
      total_loads: total(rows),
      dynamic_loads: total(rows.filter(({ kind }) => kind === 'dynamic')),
      direct_loads: total(rows.filter(({ kind }) => kind === 'direct')),
      unique_domains: byDomain.length,
    },
    top_domains: byDomain
      .sort((a, b) => b.load_count - a.load_count || (a.domain < b.domain ? -1 : 1))
      .slice(0, TOP_DOMAINS),
  };
}

const MEASURES = { first_word: 'first_token_ms', whole_answer: 'duration_ms' } as const;
type Measure = keyof typeof MEASURES;
const timeRow = z.object({ ms: z.number(), answers: z.number() });

/** Returns response time percentiles: exact for one client, from the histogram for all clients. Both are rounded alike. */
async function percentilesOf(db: CommonQueryMethods, view: View, measure: Measure) {
  const column = sql.identifier(['q', MEASURES[measure]]);
  const times = await db.any(
    view.clientId === undefined
      ? sql.type(timeRow)`
          SELECT ms, sum(answers)::int AS answers FROM read.analytics_time
          WHERE ${inDays(view)} AND level > ${filterLevelOf(view)}::int AND measure = ${measure} GROUP BY ms ORDER BY ms`
      : sql.type(timeRow)`
          SELECT ${column} AS ms, count(*)::int AS answers FROM ${questionsIn(view)}
          WHERE q.answered_at IS NOT NULL AND ${column} IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  const total = sumOf(times, ({ answers }) => answers);
  if (total === 0) return null;
  const percentile = (share: number) => {
    let sum = 0;
    let time = 0;
    for (const { ms, answers } of times) {
      time = ms;
      sum += answers;
      if (sum >= share * total) break;
    }
    return roundToTwoSignificantDigits(time);
  };
  return { p50: percentile(0.5), p90: percentile(0.9), p95: percentile(0.95) };
}

/** Rounds to the precision of the histogram for all clients. */
function roundToTwoSignificantDigits(ms: number): number {
  const unit = 10 ** Math.max(String(ms).length - 2, 0);
  return Math.round(ms / unit) * unit;
}

/**
 * Returns every day of a view. For all clients, the last day can be tomorrow in UTC, because clients east of UTC may already have
 * data for it.
 */
function daysOf({ from, to }: View, daysWithData: Iterable<string>): string[] {
  const days: string[] = [];
  const last = [to, ...daysWithData].reduce((latest, day) => (day > latest ? day : latest));
  for (let time = Date.parse(from); time <= Date.parse(last); time += 86_400_000) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

/** Returns usage figures, daily usage, widget loads and billing (spec 002 §3). */
export async function usageAnalytics(db: CommonQueryMethods, view: View): Promise<UsageAnalytics> {
  const [days, widgetLoads, first_word, whole_answer, billing] = await Promise.all([
    daysIn(db, view),
    loadsIn(db, view),
    percentilesOf(db, view, 'first_word'),
    percentilesOf(db, view, 'whole_answer'),
    view.clientId === undefined ? undefined : clientBilling(db, view.clientId),
  ]);
  const rowByDate = new Map(days.map((row) => [row.date, row]));
  const daily_usage = daysOf(view, rowByDate.keys()).map((date): DailyUsage => {
    const { questions = 0, answers = 0 } = rowByDate.get(date) ?? {};
    return {
      date,
      total_messages: questions + answers,
      ai_messages_count: answers,
      non_billable_count: questions,
    };
  });
  const sum = (amountOf: (row: z.infer<typeof dayRow>) => number) => sumOf(days, amountOf);
  const user_messages = sum(({ questions }) => questions);
  const ai_responses = sum(({ answers }) => answers);
  const unique_sessions = sum(({ sessions }) => sessions);
  const total_messages = user_messages + ai_responses;
  return {
    ...viewScopeOf(view),
    clientName: view.clientName,
    usage_stats: {
      total_messages,
      ai_responses,
      user_messages,
      unique_sessions,
      average_messages_per_session: averageOf(total_messages, unique_sessions, 1) ?? 0,
    },
    filtered_messages: sum(({ filtered }) => filtered),
    daily_usage,
    ...widgetLoads,
    response_times: { first_word, whole_answer },
    ai_messages_this_month: billing?.ai_messages_this_month ?? null,
    billing_info: billing?.billing_info ?? null,
  };
}
