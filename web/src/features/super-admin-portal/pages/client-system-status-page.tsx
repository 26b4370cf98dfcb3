import type { ClientRecord } from '@landline/api/clients/contract';
import { planTier } from '@landline/event-schemas';
import { formatCount } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { useClients } from '../../clients/api/list-clients.ts';
import { planName } from '../../clients/components/plan-badge.tsx';
import { NotSetUp } from '../components/not-set-up.tsx';
import { SystemPage } from '../components/system-page.tsx';

/** /SuperAdminPortal/client-system-status: what can be counted today. */
export function Component() {
  return (
    <SystemPage
      title="Client System Status"
      subtitle="Clients, their plans and their products."
      query={useClients()}
    >
      {(clients) => <Status clients={clients} />}
    </SystemPage>
  );
}

function Status({ clients }: { clients: readonly ClientRecord[] }) {
  const count = (is: (client: ClientRecord) => boolean) => formatCount(clients.filter(is).length);
  return (
    <>
      <StatCards label="Clients">
        <StatCard label="Active Clients" value={count(({ active }) => active)} />
        <StatCard label="AI Assistant" value={count((client) => client.has_ai_assistant)} />
        <StatCard label="Geo Leads" value={count((client) => client.has_geo_leads)} />
        <StatCard label="Demo" value={count((client) => client.product_config.demo_mode)} />
      </StatCards>
      <Card title="Plan Distribution">
        <FactsList
          facts={planTier.options.map((tier) => [
            planName(tier),
            <span key={tier} className="num">
              {count(({ plan_tier }) => plan_tier === tier)}
            </span>,
          ])}
        />
      </Card>
      <div style={{ marginTop: 16 }}>
        <NotSetUp
          parts={[
            ['Widget Deployment', 'Loads and domains are counted once widgets are delivered.'],
            ['Content Status', 'Pages and their age are counted once websites are read.'],
          ]}
        />
      </div>
    </>
  );
}
