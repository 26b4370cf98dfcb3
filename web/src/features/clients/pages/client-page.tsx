import { Anchor } from '@mantine/core';
import {
  IconArrowLeft,
  IconChartBar,
  IconDeviceDesktop,
  IconFileText,
  IconMessageChatbot,
  IconMessageCog,
  IconMessages,
  IconPalette,
} from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { AuditTrail } from '../../audit/components/audit-trail.tsx';
import { ClientDatasetAccess } from '../../grants/components/client-dataset-access.tsx';
import { useUser } from '../../session/context.ts';
import { useClientRecord } from '../api/get-client.ts';
import { ClientForm } from '../components/client-form.tsx';
import { ClientMissing } from '../components/client-missing.tsx';
import { CloseClient } from '../components/close-client.tsx';
import { PlanBadge } from '../components/plan-badge.tsx';
import { ProductAccess } from '../components/product-access.tsx';
import { ViewDashboard } from '../components/view-dashboard.tsx';
import { shownDomain } from '../shown-domain.ts';
import classes from './client-page.module.css';

const backToList = (
  <Anchor component={Link} to="/ai/clients" size="sm" className={classes.back}>
    <IconArrowLeft size={16} /> Back to Client List
  </Anchor>
);

/** /ai/client/:clientId: one client, and what staff may do about it. */
export function Component() {
  const { clientId = '' } = useParams();
  const { data: client, error, refetch } = useClientRecord(clientId);
  const superAdmin = useUser()?.role === 'SuperAdmin';
  if (!client) return <ClientMissing title="Client" error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={`${client.name} Management Hub`}
      names={{ clientId: client.name }}
      subtitle={shownDomain(client.primary_domain)}
      badge={
        <>
          <PlanBadge tier={client.plan_tier} long />
          {client.product_config.demo_mode && <Tag tone="notice">Demo</Tag>}
          {client.closed_at ? <Tag tone="bad">Closed</Tag> : !client.active && <Tag tone="bad">Inactive</Tag>}
        </>
      }
      action={superAdmin && client.active && <ViewDashboard client={client} size="sm" />}
    >
      {client.has_ai_assistant && (
        <LinkCards label="Assistant">
          <LinkCard title="Analytics" to={`/ai/client-analytics?clientId=${client.id}`} icon={IconChartBar}>
            What it is asked, how well it answers, and what that costs.
          </LinkCard>
          <LinkCard title="Manage Content" to={`/ai/client-content/${client.id}`} icon={IconFileText}>
            The pages that the assistant learns, the blacklist, content requests.
          </LinkCard>
          <LinkCard title="Custom Branding" to={`/ai/widget/client/${client.id}`} icon={IconPalette}>
            The widget: how it looks, where it may stand, its versions.
          </LinkCard>
          <LinkCard title="Chat Bot" to={`/ai/chat?clientId=${client.id}`} icon={IconMessageChatbot}>
            Ask the assistant, and see what its answers rest on.
          </LinkCard>
          <LinkCard title="Widget Demo" to={`/ai/widget/test?clientId=${client.id}`} icon={IconDeviceDesktop}>
            The widget on a simulated page.
          </LinkCard>
          <LinkCard title="Custom Prompts" to={`/ai/client-prompts/${client.id}`} icon={IconMessageCog}>
            Facts and tone that the assistant is told beside the pages.
          </LinkCard>
          <LinkCard title="Conversations" to={`/ai/client-conversations/${client.id}`} icon={IconMessages}>
            What visitors asked, and the messages they left.
          </LinkCard>
        </LinkCards>
      )}
      <div className={classes.columns}>
        <div>
          <ClientForm client={client} />
        </div>
        <div>
          {superAdmin && <ProductAccess client={client} />}
          {superAdmin && !client.closed_at && <ClientDatasetAccess clientId={client.id} />}
          <Card title="Account">
            <FactsList
              facts={[
                ['Administrator', client.adminName ?? 'None invited yet'],
                ['Email', client.email ?? '–'],
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
          {superAdmin && <CloseClient client={client} />}
          {superAdmin && <AuditTrail entity={`client:${client.id}`} />}
          {backToList}
        </div>
      </div>
    </Page>
  );
}
