import { planTier } from '@landline/event-schemas';
import { Skeleton } from '@mantine/core';
import { formatCount } from '../../../shared/format.ts';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useClients } from '../../clients/api/list-clients.ts';
import { planName } from '../../clients/components/plan-badge.tsx';
import { NotSetUp } from '../components/not-set-up.tsx';

/** Plans as they are; what needs a payment provider says that there is none (spec 000 §2). */
export function BillingManagement() {
  const { data, error, refetch } = useClients();
  return (
    <>
      {error && !data ? (
        <ErrorState title="Failed to load clients" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={84} mb="lg" role="status" aria-label="Loading plans" />
      ) : (
        <StatCards label="Clients by plan">
          {planTier.options.map((tier) => (
            <StatCard
              key={tier}
              label={planName(tier)}
              value={formatCount(data.filter(({ plan_tier }) => plan_tier === tier).length)}
              note="clients"
            />
          ))}
        </StatCards>
      )}
      <NotSetUp
        parts={[
          ['Payment Dashboard', 'Opens the dashboard of the card payment provider once one is connected.'],
          ['Revenue Reports', 'No payments are taken here yet, so there is no revenue to report.'],
        ]}
      />
    </>
  );
}
