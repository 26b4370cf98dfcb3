import { planTier } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { clientNotFound } from '../../clients/clients/client.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { billingInfo } from './billing-info.ts';
import type { BillingOverview, ClientBilling } from './contract.ts';
import { priceLists, pricesAt } from './prices.ts';

const LIVE = liveGeneration('analytics');
/** Number of past months on a client's bill. */
const PAST_MONTHS = 12;

const TIME_ZONES = sql.fragment`read.billing_zone z WHERE z.generation = c.generation AND z.client_id = c.client_id`;
/** Current billing day; a change of time zone never repeats a day. */
const TODAY = sql.fragment`greatest((now() AT TIME ZONE c.time_zone)::date,
  (SELECT max((z.until AT TIME ZONE z.time_zone)::date) FROM ${TIME_ZONES}))`;
const THIS_MONTH = sql.fragment`to_char(${TODAY}, 'YYYY-MM')`;
/** End of a month in the time zone that the client had then. */
const ENDS_AT = sql.fragment`coalesce(
  (SELECT midnight AT TIME ZONE z.time_zone FROM ${TIME_ZONES} AND z.until >= midnight AT TIME ZONE z.time_zone
   ORDER BY z.until LIMIT 1), midnight AT TIME ZONE c.time_zone)`;

const overviewRow = z.object({
  client_id: z.string(),
  name: z.string(),
  plan_tier: planTier,
  month: z.string(),
  answers: z.number(),
});

/** Returns this month's usage of all clients with the assistant, highest first. */
export async function billingOverview(db: CommonQueryMethods): Promise<BillingOverview> {
  const [lists, rows] = await Promise.all([
    priceLists(db),
    db.any(sql.type(overviewRow)`
    SELECT c.client_id, c.name, c.plan_tier, ${THIS_MONTH} AS month, coalesce(d.answers, 0)::int AS answers
    FROM read.analytics_client c
    LEFT JOIN LATERAL (
      SELECT sum(answers) AS answers FROM read.billing_day d
      WHERE d.generation = c.generation AND d.client_id = c.client_id AND d.day >= ${THIS_MONTH} || '-01'
    ) AS d ON true
    WHERE c.generation = ${LIVE} AND c.has_ai_assistant AND NOT c.closed
  `),
  ]);
  const prices = pricesAt(lists);
  const clients = rows.map(({ client_id, name, plan_tier, month, answers }) => ({
    clientId: client_id,
    clientName: name,
    month,
    ai_messages_this_month: answers,
    billing_info: billingInfo(prices, plan_tier, answers),
  }));
  const usage = ({ billing_info }: (typeof clients)[number]) => billing_info.usage_percentage ?? -1;
  return {
    clients: clients.sort(
      (a, b) => usage(b) - usage(a) || (a.clientName.toLowerCase() < b.clientName.toLowerCase() ? -1 : 1),
    ),
  };
}

const clientRow = z.object({
  name: z.string(),
  time_zone: z.string(),
  plan_tier: planTier,
  month: z.string(),
  period_start: z.string(),
  period_end: z.string(),
});
const monthRow = z.object({
  month: z.string(),
  ai_messages: z.number(),
  user_messages: z.number(),
  plan_tier: planTier,
  ends_at: z.string(),
});
const alertRow = z.object({
  month: z.string(),
  percentage: z.number(),
  used_messages: z.number(),
  raised_at: z.string(),
});

/** Returns a client's bill for this and earlier months, each priced by the plan at the end of the month. */
export async function clientBilling(db: CommonQueryMethods, clientId: string): Promise<ClientBilling> {
  const isOfClient = sql.fragment`generation = ${LIVE} AND client_id = ${clientId}`;
  const [lists, client, months, alerts] = await Promise.all([
    priceLists(db),
    db.maybeOne(sql.type(clientRow)`
      SELECT name, time_zone, plan_tier, ${THIS_MONTH} AS month,
        date_trunc('month', ${TODAY})::date::text AS period_start,
        (date_trunc('month', ${TODAY}) + interval '1 month - 1 day')::date::text AS period_end
      FROM read.analytics_client c WHERE ${isOfClient}
    `),
    db.any(sql.type(monthRow)`
      SELECT month, answers::int AS ai_messages, questions::int AS user_messages, plan.plan_tier, ends_at
      FROM (
        SELECT left(day, 7) AS month, sum(answers) AS answers, sum(questions) AS questions
        FROM read.billing_day WHERE ${isOfClient} GROUP BY 1 ORDER BY 1 DESC LIMIT ${PAST_MONTHS + 1}
      ) AS months
      JOIN read.analytics_client c ON c.generation = ${LIVE} AND c.client_id = ${clientId}
      CROSS JOIN LATERAL (SELECT (month || '-01')::date + interval '1 month' AS midnight) AS next
      CROSS JOIN LATERAL (SELECT ${ENDS_AT} AS ends_at) AS ended
      CROSS JOIN LATERAL (
        SELECT plan_tier FROM read.billing_plan p
        WHERE p.generation = ${LIVE} AND p.client_id = ${clientId}
        ORDER BY since < ends_at DESC, CASE WHEN since < ends_at THEN since END DESC, since
        LIMIT 1
      ) AS plan
      ORDER BY month DESC
    `),
    db.any(sql.type(alertRow)`
      SELECT month, percentage, used_messages, raised_at FROM read.billing_alert WHERE ${isOfClient}
      ORDER BY raised_at DESC LIMIT 24
    `),
  ]);
  if (!client) throw clientNotFound();
  const { name, time_zone, plan_tier, month, ...period } = client;
  const used = months.find((each) => each.month === month)?.ai_messages ?? 0;
  return {
    clientId,
    clientName: name,
    time_zone,
    ...period,
    ai_messages_this_month: used,
    billing_info: billingInfo(pricesAt(lists), plan_tier, used),
    months: months.map(({ plan_tier: tier, ends_at, ...usage }) => ({
      ...usage,
      billing_info: billingInfo(pricesAt(lists, ends_at), tier, usage.ai_messages),
    })),
    alerts: [...alerts],
  };
}
