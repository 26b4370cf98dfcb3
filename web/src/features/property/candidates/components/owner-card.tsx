import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { formatCurrency, MISSING } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { Facts } from './facts.tsx';

/** Owner and assessed values. */
export function OwnerCard({ candidate }: { candidate: CandidateDetail }) {
  return (
    <Card title="Owner and financial information">
      <Facts
        facts={[
          { label: 'Owner', value: candidate.owner_name || MISSING },
          { label: 'Market value', value: formatCurrency(candidate.market_value) },
          { label: 'Land value', value: formatCurrency(candidate.land_value) },
          { label: 'Building value', value: formatCurrency(candidate.building_value) },
          { label: 'Taxable value', value: formatCurrency(candidate.taxable_value) },
        ]}
      />
    </Card>
  );
}
