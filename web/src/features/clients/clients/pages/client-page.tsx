import {
  IconChartBar,
  IconDeviceDesktop,
  IconFileText,
  IconMessageChatbot,
  IconMessageCog,
  IconMessages,
  IconPalette,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { formatCount, formatDate, MISSING } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { AuditTrail } from '../../../platform/activity/components/audit-trail.tsx';
import { useUser } from '../../../platform/session/context.ts';
import { useClientRecord } from '../api/clients.ts';
import { ClientForm } from '../components/client-form.tsx';
import { backToList, ClientMissing } from '../components/client-missing.tsx';
import { CloseClient } from '../components/close-client.tsx';
import { PlanBadge } from '../components/plan-badge.tsx';
import { ProductAccess } from '../components/product-access.tsx';
import { ViewDashboard } from '../components/view-dashboard.tsx';
import { displayDomain } from '../display-domain.ts';
import classes from './client-page.module.css';

interface ClientPageProps {
  /** The client's dataset access, a component of the property room. */
  DatasetAccess: ComponentType<{ clientId: string }>;
}

/** /ai/client/:clientId: the page on which staff manage a client. */
export function ClientPage({ DatasetAccess }: ClientPageProps) {
  const { clientId = '' } = useParams();
  const { data: client, error, refetch } = useClientRecord(clientId);
  const isSuperAdmin = useUser()?.role === 'SuperAdmin';
  if (!client) return <ClientMissing title="Client" error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={`${client.name} Management Hub`}
      names={{ clientId: client.name }}
      subtitle={displayDomain(client.primary_domain)}
      badge={
        <>
          <PlanBadge tier={client.plan_tier} long />
          {client.product_config.demo_mode && <Tag tone="notice">Demo</Tag>}
          {client.closed_at ? <Tag tone="bad">Closed</Tag> : !client.active && <Tag tone="bad">Inactive</Tag>}
        </>
      }
      action={isSuperAdmin && client.active && <ViewDashboard client={client} size="sm" />}
    >
      {client.has_ai_assistant && (
        <LinkCards label="Assistant">
          <LinkCard title="Analytics" to={`/ai/client-analytics?clientId=${client.id}`} icon={IconChartBar}>
            Questions, answer quality and costs.
          </LinkCard>
          <LinkCard title="Manage Content" to={`/ai/client-content/${client.id}`} icon={IconFileText}>
            Website pages, blocked pages and content requests.
          </LinkCard>
          <LinkCard title="Custom Branding" to={`/ai/widget/client/${client.id}`} icon={IconPalette}>
            Widget appearance, authorized domains and versions.
          </LinkCard>
          <LinkCard title="Chat Bot" to={`/ai/chat?clientId=${client.id}`} icon={IconMessageChatbot}>
            Chat with the assistant and check its sources.
          </LinkCard>
          <LinkCard title="Widget Demo" to={`/ai/widget/test?clientId=${client.id}`} icon={IconDeviceDesktop}>
            Preview the widget on a sample page.
          </LinkCard>
          <LinkCard title="Custom Prompts" to={`/ai/client-prompts/${client.id}`} icon={IconMessageCog}>
            Facts and instructions in addition to the website.
          </LinkCard>
          <LinkCard title="Conversations" to={`/ai/client-conversations/${client.id}`} icon={IconMessages}>
            Visitor conversations and messages.
          </LinkCard>
        </LinkCards>
      )}
      <div className={classes.columns}>
        <div>
          <ClientForm client={client} />
        </div>
        <div>
          {isSuperAdmin && !client.closed_at && (
            <>
              <ProductAccess client={client} />
              <DatasetAccess clientId={client.id} />
            </>
          )}
          <Card title="Account">
            <FactsList
              facts={[
                ['Administrator', client.adminName ?? 'No administrator invited yet'],
                ['Email', client.email ?? MISSING],
                [
                  'Users',
                  <span key="users" className="num">
                    {formatCount(client.user_count)}
                  </span>,
                ],
                ['Client since', formatDate(client.created_at)],
                ['Client ID', <code key="id">{client.id}</code>],
              ]}
            />
          </Card>
          {isSuperAdmin && <CloseClient client={client} />}
        </div>
      </div>
      {isSuperAdmin && <AuditTrail entity={`client:${client.id}`} />}
      {backToList}
    </Page>
  );
}
