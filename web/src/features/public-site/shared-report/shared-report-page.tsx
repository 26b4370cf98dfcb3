import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  formatCount,
  formatCurrency,
  formatDate,
  formatPercentage,
  formatPreciseRatio,
} from '../../../shared/format.ts';
import { hasStatus, messageOf } from '../../../shared/http/errors.ts';
import { QUALITY } from '../../../shared/messages.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { StaticPage } from '../marketing/components/static-page.tsx';
import { useLoad } from '../marketing/use-load.ts';
import { getSharedReport } from './get-shared-report.ts';
import classes from './shared-report-page.module.css';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const EXPIRED = 'This link is invalid or has expired. Ask the person who sent it for a new link.';

/** /shared-report: analytics that a client shared by link. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const load = useCallback((signal: AbortSignal) => getSharedReport(token, signal), [token]);
  const { data, error } = useLoad(load);
  if (!data) {
    return (
      <StaticPage title="Analytics Report" lead={error ? '' : 'Loading the report.'}>
        {error !== undefined && (
          <Notice kind="error">{hasStatus(error, 404) ? EXPIRED : messageOf(error)}</Notice>
        )}
      </StaticPage>
    );
  }
  const { report, expires_at } = data;
  const {
    report_period: period,
    billing_summary: billing,
    usage_stats: usage,
    answer_quality: quality,
  } = report;
  return (
    <StaticPage
      title={report.client_name}
      lead={`AI assistant, ${day.format(new Date(period.from))} to ${day.format(new Date(period.to))}. This link expires on ${formatDate(expires_at)}.`}
    >
      <Figures
        title="Usage"
        rows={[
          ['Total Messages', formatCount(usage.total_messages)],
          ['AI Responses', formatCount(usage.ai_responses)],
          ['User Messages', formatCount(usage.user_messages)],
          ['Unique Sessions', formatCount(usage.unique_sessions)],
          ['Messages per session', usage.average_messages_per_session.toFixed(1)],
          ['Widget Loads', formatCount(report.load_stats.total_loads)],
        ]}
      />
      <Figures
        title="Answer Quality"
        rows={[
          [
            'Average Score',
            quality.averageScore === null ? QUALITY.notRated : quality.averageScore.toFixed(2),
          ],
          ['Average Confidence', formatPreciseRatio(quality.averageConfidence)],
          ['Excellent', formatCount(quality.qualityDistribution.excellent)],
          ['Good', formatCount(quality.qualityDistribution.good)],
          ['Fair', formatCount(quality.qualityDistribution.fair)],
          ['Poor', formatCount(quality.qualityDistribution.poor)],
          ['Thumbs up', formatCount(quality.thumbs_up)],
          ['Thumbs down', formatCount(quality.thumbs_down)],
        ]}
      />
      <Figures
        title={`Billing in ${month.format(new Date(billing.month))}`}
        rows={[
          ['Billable messages used', formatCount(billing.billable_messages_used)],
          [
            'Included messages',
            billing.included_messages === null ? 'Unlimited' : formatCount(billing.included_messages),
          ],
          [
            'Usage',
            billing.usage_percentage === null ? 'No limit' : formatPercentage(billing.usage_percentage),
          ],
          ['Overage cost', formatCurrency(billing.overage_cost)],
        ]}
      />
    </StaticPage>
  );
}

function Figures({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className={classes.frame}>
        <table className={classes.table}>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name} className={classes.row}>
                <th scope="row" className={classes.name}>
                  {name}
                </th>
                <td className={classes.value}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
