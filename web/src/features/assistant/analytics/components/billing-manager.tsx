import {
  BILLING_ALERTS,
  type BillingOverview,
  type ClientBilling,
} from '@landline/api/assistant/billing/contract';
import { IconReceipt2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { formatCount, formatCurrency, formatDate, formatPercentage } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import table from '../../../../shared/ui/table.module.css';
import { PlanBadge } from '../../../clients/clients/components/plan-badge.tsx';
import { useBillingOverview, useClientBilling } from '../api/billing.ts';
import { monthName, shortDay } from '../days.ts';
import classes from './analytics.module.css';
import { BillingCard, UsageMeter, UsageStatus } from './billing-card.tsx';
import { ViewBody } from './view-body.tsx';

const OVERAGE_COST: Column<Pick<ClientBilling, 'billing_info'>> = {
  header: 'Overage cost',
  isNumeric: true,
  cell: ({ billing_info }) => formatCurrency(billing_info.overage_cost),
};

const CLIENT_COLUMNS: readonly Column<BillingOverview['clients'][number]>[] = [
  {
    header: 'Client',
    cell: ({ clientId, clientName }) => (
      <Link
        className={table.rowLink}
        to={`/ai/client-analytics?${new URLSearchParams({ clientId, tab: 'billing' })}`}
      >
        {clientName}
      </Link>
    ),
  },
  { header: 'Plan', cell: ({ billing_info }) => <PlanBadge tier={billing_info.plan_tier} /> },
  {
    header: 'AI messages',
    isNumeric: true,
    cell: ({ ai_messages_this_month }) => formatCount(ai_messages_this_month),
  },
  {
    header: 'Included',
    isNumeric: true,
    cell: ({ billing_info: { included_messages } }) =>
      included_messages === null ? 'Unlimited' : formatCount(included_messages),
  },
  {
    header: 'Used',
    isLabeled: true,
    className: classes.used,
    cell: ({ billing_info }) =>
      billing_info.usage_percentage === null ? (
        'No limit'
      ) : (
        <>
          <span className="num">{formatPercentage(billing_info.usage_percentage)}</span>
          <UsageMeter info={billing_info} />
        </>
      ),
  },
  OVERAGE_COST,
  { header: 'Status', cell: ({ billing_info }) => <UsageStatus status={billing_info.status} /> },
];

const MONTH_COLUMNS: readonly Column<ClientBilling['months'][number]>[] = [
  { header: 'Month', cell: ({ month }) => monthName(month) },
  { header: 'Plan', cell: ({ billing_info }) => <PlanBadge tier={billing_info.plan_tier} /> },
  { header: 'AI messages', isNumeric: true, cell: ({ ai_messages }) => formatCount(ai_messages) },
  {
    header: 'Overage messages',
    isNumeric: true,
    cell: ({ billing_info }) => formatCount(billing_info.overage_messages),
  },
  OVERAGE_COST,
];

/** Usage and cost of one client by month, or of all clients this month. */
export function BillingManager({ clientId }: { clientId: string | null }) {
  return clientId === null ? <AllClients /> : <OneClient clientId={clientId} />;
}

function AllClients() {
  return (
    <ViewBody query={useBillingOverview()} title="Billing usage could not be loaded">
      {({ clients }) => {
        const sum = (of: (client: (typeof clients)[number]) => number) =>
          clients.reduce((total, client) => total + of(client), 0);
        return clients.length === 0 ? (
          <EmptyState title="No clients available" icon={IconReceipt2}>
            Clients with the AI assistant appear here with their usage.
          </EmptyState>
        ) : (
          <>
            <StatCards label="This month">
              <StatCard label="AI messages" value={formatCount(sum((each) => each.ai_messages_this_month))} />
              <StatCard
                label="Overage cost"
                value={formatCurrency(sum(({ billing_info }) => billing_info.overage_cost))}
              />
              <StatCard
                label="Clients near or over their plan"
                value={formatCount(
                  clients.filter(({ billing_info }) => ['near', 'over'].includes(billing_info.status)).length,
                )}
              />
            </StatCards>
            <DataTable
              label="Usage by client this month"
              columns={CLIENT_COLUMNS}
              rows={clients}
              keyOf="clientId"
              isLink={() => true}
              scrolls
              stacks
            />
          </>
        );
      }}
    </ViewBody>
  );
}

function OneClient({ clientId }: { clientId: string }) {
  return (
    <ViewBody query={useClientBilling(clientId)} title="Billing usage could not be loaded">
      {(billing) => (
        <div className={classes.columns}>
          <div className={common.stack}>
            <BillingCard used={billing.ai_messages_this_month} info={billing.billing_info} />
            <p className={common.quiet}>
              Current period: {shortDay(billing.period_start)} to {shortDay(billing.period_end)} (
              {billing.time_zone}).
            </p>
          </div>
          <div className={common.stack}>
            <Card title="Months">
              {billing.months.length === 0 ? (
                <p className={common.quiet}>No data available</p>
              ) : (
                <DataTable
                  label="Usage by month"
                  columns={MONTH_COLUMNS}
                  rows={billing.months}
                  keyOf="month"
                  scrolls
                  stacks
                />
              )}
            </Card>
            <Card title="Billing Alerts">
              {billing.alerts.length === 0 ? (
                <p className={common.quiet}>
                  No alerts yet. Alerts are sent at {BILLING_ALERTS.join('% and ')}% of the plan.
                </p>
              ) : (
                <ul className={`${common.list} ${classes.domains}`}>
                  {billing.alerts.map(({ month, percentage, used_messages, raised_at }) => (
                    <li key={`${month} ${percentage}`}>
                      <span>
                        {monthName(month)}: {percentage}% of the plan used
                      </span>
                      <span className={common.quiet}>
                        {formatCount(used_messages)} messages, {formatDate(raised_at)}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          </div>
        </div>
      )}
    </ViewBody>
  );
}
