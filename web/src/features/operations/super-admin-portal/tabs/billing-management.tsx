import { planTier } from '@landline/event-schemas';
import { Skeleton } from '@mantine/core';
import { formatCount } from '../../../../shared/format.ts';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { useClients } from '../../../clients/clients/api/clients.ts';
import { planName } from '../../../clients/clients/components/plan-badge.tsx';
import { UnavailableFeatures } from '../components/unavailable-features.tsx';

/** Billing Management tab: clients by plan; placeholders for the payment features (spec 000 §2). */
export default function BillingManagement() {
  return (
    <>
      <QueryBody
        query={useClients()}
        errorTitle="Failed to load clients"
        skeleton={<Skeleton height={84} mb="lg" role="status" aria-label="Loading plans" />}
      >
        {(clients) => (
          <StatCards label="Clients by plan">
            {planTier.options.map((tier) => (
              <StatCard
                key={tier}
                label={planName(tier)}
                value={formatCount(clients.filter(({ plan_tier }) => plan_tier === tier).length)}
                note="clients"
              />
            ))}
          </StatCards>
        )}
      </QueryBody>
      <UnavailableFeatures
        features={[
          ['Payment Dashboard', 'Landline is not connected to a card payment provider.'],
          ['Revenue Reports', 'Landline is not connected to a card payment provider.'],
        ]}
      />
    </>
  );
}
