import type { BillingInfo } from '@landline/api/assistant/billing/contract';
import { formatCount, formatCurrency, formatPercentage } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { PlanBadge } from '../../../clients/clients/components/plan-badge.tsx';
import classes from './analytics.module.css';

/** Plan usage bar, capped at 100% (spec 002 §9). */
export function UsageMeter({ info }: { info: BillingInfo }) {
  const used = info.usage_percentage ?? 0;
  return (
    <div
      className={classes.meter}
      role="progressbar"
      aria-label="Plan messages used"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, used)}
      aria-valuetext={formatPercentage(used)}
    >
      <div className={classes.fill} data-status={info.status} style={{ width: `${Math.min(100, used)}%` }} />
    </div>
  );
}

export function UsageStatus({ status }: { status: BillingInfo['status'] }) {
  if (status === 'over') return <Tag tone="bad">Over plan</Tag>;
  if (status === 'near') return <Tag tone="notice">Near the limit</Tag>;
  return <Tag tone="good">{status === 'unlimited' ? 'Unlimited' : 'Within plan'}</Tag>;
}

/** A month's usage and cost (spec 002 §3). */
export function BillingCard({ used, info }: { used: number; info: BillingInfo }) {
  const { included_messages: included, overage_rate } = info;
  return (
    <Card title="Billing Usage" aside={<UsageStatus status={info.status} />}>
      <p className={common.quiet}>
        <span className="num">{formatCount(used)}</span> AI messages this month
        {included !== null && (
          <>
            {' '}
            of <span className="num">{formatCount(included)}</span> included
          </>
        )}
      </p>
      {included !== null && <UsageMeter info={info} />}
      <FactsList
        facts={[
          ['Plan', <PlanBadge key="plan" tier={info.plan_tier} long />],
          ['Included messages', included === null ? 'Unlimited' : formatCount(included)],
          ['Messages remaining', included === null ? 'Unlimited' : formatCount(info.messages_remaining)],
          ['Usage', info.usage_percentage === null ? 'No limit' : formatPercentage(info.usage_percentage)],
          ['Overage messages', formatCount(info.overage_messages)],
          [
            'Overage cost',
            overage_rate === null
              ? 'None'
              : `${formatCurrency(info.overage_cost)} at ${formatCurrency(overage_rate)} each`,
          ],
        ]}
      />
      <p className={common.quiet} style={{ marginTop: 12 }}>
        Only the assistant's responses count. Conversations are never cut off at the limit.
      </p>
    </Card>
  );
}
