import { BILLING_ALERTS } from '@landline/api/billing/contract';
import { IconReceipt2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { formatCount, formatCurrency, formatDate, formatPercentage } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { PlanBadge } from '../../clients/components/plan-badge.tsx';
import { useBillingOverview, useClientBilling } from '../api/get-billing.ts';
import { monthName, shortDay } from '../days.ts';
import classes from './analytics.module.css';
import { BillingCard, UsageMeter, UsageStatus } from './billing-card.tsx';
import { Loaded } from './loaded.tsx';

/** What is used and what it costs: of a client by month, or of all clients this month. */
export function BillingManager({ clientId }: { clientId: string | null }) {
  return clientId === null ? <AllClients /> : <OneClient clientId={clientId} />;
}

function AllClients() {
  return (
    <Loaded query={useBillingOverview()} title="The billing usage could not be loaded">
      {({ clients }) => {
        const sum = (of: (client: (typeof clients)[number]) => number) =>
          clients.reduce((total, client) => total + of(client), 0);
        return clients.length === 0 ? (
          <EmptyState title="No clients available" icon={<IconReceipt2 size={24} stroke={1.5} />}>
            Clients with the assistant are listed here with what they use.
          </EmptyState>
        ) : (
          <>
            <StatCards label="This month">
              <StatCard label="AI messages" value={formatCount(sum((each) => each.ai_messages_this_month))} />
              <StatCard
                label="Overage"
                value={formatCurrency(sum(({ billing_info }) => billing_info.overage_cost))}
              />
              <StatCard
                label="Clients near or over their plan"
                value={formatCount(
                  clients.filter(({ billing_info }) => ['near', 'over'].includes(billing_info.status)).length,
                )}
              />
            </StatCards>
            <ScrollFrame label="Usage of clients this month">
              <table className={`${table.table} ${table.stacked}`} aria-label="Usage of clients this month">
                <thead>
                  <tr>
                    <th>Client</th>
                    <th>Plan</th>
                    <th data-num>AI messages</th>
                    <th data-num>Included</th>
                    <th style={{ minWidth: 120 }}>Used</th>
                    <th data-num>Overage</th>
                    <th>Status</th>
                  </tr>
                </thead>
                <tbody>
                  {clients.map(({ clientId, clientName, ai_messages_this_month, billing_info }) => (
                    <tr key={clientId} data-link>
                      <td>
                        <Link
                          className={table.rowLink}
                          to={`/ai/client-analytics?${new URLSearchParams({ clientId, tab: 'billing' })}`}
                        >
                          {clientName}
                        </Link>
                      </td>
                      <td>
                        <PlanBadge tier={billing_info.plan_tier} />
                      </td>
                      <td data-num data-label="AI messages">
                        {formatCount(ai_messages_this_month)}
                      </td>
                      <td data-num data-label="Included">
                        {billing_info.included_messages === null
                          ? 'Unlimited'
                          : formatCount(billing_info.included_messages)}
                      </td>
                      <td data-label="Used">
                        {billing_info.usage_percentage !== null && (
                          <>
                            <span className="num">{formatPercentage(billing_info.usage_percentage)}</span>
                            <UsageMeter info={billing_info} />
                          </>
                        )}
                      </td>
                      <td data-num data-label="Overage">
                        {formatCurrency(billing_info.overage_cost)}
                      </td>
                      <td>
                        <UsageStatus status={billing_info.status} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollFrame>
          </>
        );
      }}
    </Loaded>
  );
}

function OneClient({ clientId }: { clientId: string }) {
  return (
    <Loaded query={useClientBilling(clientId)} title="The billing usage could not be loaded">
      {(billing) => (
        <div className={classes.columns}>
          <div className={classes.stack}>
            <BillingCard used={billing.ai_messages_this_month} info={billing.billing_info} />
            <p className={classes.quiet}>
              This period: {shortDay(billing.period_start)} to {shortDay(billing.period_end)}, in{' '}
              {billing.time_zone}.
            </p>
          </div>
          <div className={classes.stack}>
            <Card title="Months">
              {billing.months.length === 0 ? (
                <p className={classes.quiet}>No data available</p>
              ) : (
                <ScrollFrame label="Usage by month">
                  <table className={`${table.table} ${table.stacked}`} aria-label="Usage by month">
                    <thead>
                      <tr>
                        <th>Month</th>
                        <th>Plan</th>
                        <th data-num>AI messages</th>
                        <th data-num>Over</th>
                        <th data-num>Cost</th>
                      </tr>
                    </thead>
                    <tbody>
                      {billing.months.map(({ month, ai_messages, billing_info }) => (
                        <tr key={month}>
                          <td>{monthName(month)}</td>
                          <td>
                            <PlanBadge tier={billing_info.plan_tier} />
                          </td>
                          <td data-num data-label="AI messages">
                            {formatCount(ai_messages)}
                          </td>
                          <td data-num data-label="Over">
                            {formatCount(billing_info.overage_messages)}
                          </td>
                          <td data-num data-label="Cost">
                            {formatCurrency(billing_info.overage_cost)}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </ScrollFrame>
              )}
            </Card>
            <Card title="Billing Alerts">
              {billing.alerts.length === 0 ? (
                <p className={classes.quiet}>
                  None yet. You are warned at {BILLING_ALERTS.join(' % and at ')} % of the plan.
                </p>
              ) : (
                <ul className={classes.domains}>
                  {billing.alerts.map(({ month, percentage, used_messages, raised_at }) => (
                    <li key={`${month} ${percentage}`}>
                      <span>
                        {monthName(month)}: {percentage} % of the plan used
                      </span>
                      <span className={classes.quiet}>
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
    </Loaded>
  );
}
