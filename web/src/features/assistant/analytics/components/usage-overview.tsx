import type { DailyUsage, UsageAnalytics } from '@landline/api/assistant/analytics/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconMessageChatbot } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatCount, MISSING } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useUsage } from '../api/views.ts';
import { shortDay } from '../days.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { BillingCard } from './billing-card.tsx';
import { ViewBody } from './view-body.tsx';

const DailyChart = lazy(() => import('./daily-chart.tsx'));

/** Maximum number of days in the chart (spec 000 §9). */
const CHART_DAYS = 30;

/** Usage statistics, daily chart, top domains and billing (spec 002 §7). */
export function UsageOverview({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  return (
    <ViewBody query={useUsage(clientId, filters)} title="Usage could not be loaded">
      {(usage) => <Usage usage={usage} />}
    </ViewBody>
  );
}

function Usage({ usage }: { usage: UsageAnalytics }) {
  const { usage_stats: stats, load_stats: loads, billing_info, response_times } = usage;
  return (
    <>
      <StatCards label="Usage">
        <StatCard
          label="Total Messages"
          value={formatCount(stats.total_messages)}
          note={
            usage.filtered_messages > 0
              ? `${formatCount(usage.filtered_messages)} excluded by the filter`
              : undefined
          }
        />
        <StatCard label="AI Responses" value={formatCount(stats.ai_responses)} />
        <StatCard label="User Messages" value={formatCount(stats.user_messages)} />
        <StatCard
          label="Unique Sessions"
          value={formatCount(stats.unique_sessions)}
          note={
            stats.unique_sessions > 0
              ? `${stats.average_messages_per_session.toFixed(1)} messages per session`
              : undefined
          }
        />
        <StatCard
          label="Widget Loads"
          value={formatCount(loads.total_loads)}
          note={`${formatCount(loads.dynamic_loads)} dynamic, ${formatCount(loads.direct_loads)} direct`}
        />
      </StatCards>
      <div className={common.stack}>
        <DailyMessages
          days={usage.daily_usage.slice(-CHART_DAYS)}
          isTruncated={usage.daily_usage.length > CHART_DAYS}
        />
        <div className={classes.columns}>
          {billing_info && <BillingCard used={usage.ai_messages_this_month ?? 0} info={billing_info} />}
          <div className={common.stack}>
            <TopDomains usage={usage} />
            <Card title="Response Times">
              {response_times.whole_answer === null ? (
                <p className={common.quiet}>No data available</p>
              ) : (
                <FactsList
                  facts={[
                    ['First word', formatPercentiles(response_times.first_word)],
                    ['Full answer', formatPercentiles(response_times.whole_answer)],
                  ]}
                />
              )}
            </Card>
          </div>
        </div>
      </div>
    </>
  );
}

type Percentiles = UsageAnalytics['response_times']['first_word'];
const formatDuration = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
const formatPercentiles = (times: Percentiles) =>
  times === null
    ? MISSING
    : `Median ${formatDuration(times.p50)}, p90 ${formatDuration(times.p90)}, p95 ${formatDuration(times.p95)}`;

const DAY_COLUMNS: readonly Column<DailyUsage>[] = [
  { header: 'Day', cell: ({ date }) => shortDay(date) },
  { header: 'AI messages', isNumeric: true, cell: ({ ai_messages_count }) => formatCount(ai_messages_count) },
  { header: 'Questions', isNumeric: true, cell: ({ non_billable_count }) => formatCount(non_billable_count) },
  { header: 'Total', isNumeric: true, cell: ({ total_messages }) => formatCount(total_messages) },
];

function DailyMessages({ days, isTruncated }: { days: UsageAnalytics['daily_usage']; isTruncated: boolean }) {
  const [isTable, setIsTable] = useState(false);
  const isEmpty = days.every(({ total_messages }) => total_messages === 0);
  return (
    <Card
      title={isTruncated ? `Daily AI Messages, last ${CHART_DAYS} days` : 'Daily AI Messages'}
      aside={
        !isEmpty && (
          <Button variant="subtle" size="compact-xs" onClick={() => setIsTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <EmptyState title="No data available" icon={IconMessageChatbot}>
          {isTruncated
            ? 'No messages on these days.'
            : 'No messages in this period. Choose a longer timeframe or a lower filter level.'}
        </EmptyState>
      ) : isTable ? (
        <DataTable label="Messages by day" columns={DAY_COLUMNS} rows={days} keyOf="date" scrolls />
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <DailyChart days={days} />
        </Suspense>
      )}
    </Card>
  );
}

function TopDomains({ usage: { top_domains, load_stats } }: { usage: UsageAnalytics }) {
  return (
    <Card
      title="Top Domains"
      aside={
        load_stats.unique_domains > 0 && (
          <span className={common.quiet}>{formatCount(load_stats.unique_domains)} total</span>
        )
      }
    >
      {top_domains.length === 0 ? (
        <p className={common.quiet}>No data available</p>
      ) : (
        <ol className={`${common.list} ${classes.domains}`}>
          {top_domains.map(({ domain, load_count }) => (
            <li key={domain}>
              <span>{domain}</span>
              <span className="num">{formatCount(load_count)} loads</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
