import { Box, Button, Flex, Stack } from '@mantine/core';
import { IconMap2, IconMessageChatbot, IconPackageOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ApiError, hasStatus } from '../../../../shared/http/errors.ts';
import { DASHBOARD } from '../../../../shared/messages.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import type { SignedInClient } from '../../../platform/session/user.ts';
import { PlanBadge } from '../../clients/components/plan-badge.tsx';
import { type Overview, useOverview } from '../api/overview.ts';
import { NeedHelp } from '../components/need-help.tsx';
import classes from './dashboard.module.css';

/** The client's account, services and support contact (spec 000 §2). */
export function Dashboard({ client }: { client: SignedInClient }) {
  const { data, error, refetch } = useOverview(client);
  return (
    <Stack gap={16}>
      {error && !data ? (
        <ErrorState
          title={DASHBOARD.failed}
          error={hasStatus(error, 0) ? new ApiError(0, DASHBOARD.unreachable) : error}
          onRetry={() => void refetch()}
        />
      ) : (
        data && <AccountAndServices overview={data} />
      )}
      <NeedHelp subject="Support Request">
        Questions about your account or your services? Email us and our team will reply.
      </NeedHelp>
    </Stack>
  );
}

function AccountAndServices({ overview: { account, services } }: { overview: Overview }) {
  return (
    <>
      <Card title="Account Overview">
        <FactsList
          long
          facts={[
            ['Account name', account.name],
            ['Email', account.email === null ? 'No administrator yet' : account.email],
            ['Plan', <PlanBadge key="plan" tier={account.planTier} long />],
          ]}
        />
      </Card>
      <Card title="Your Services">
        {services.length === 0 ? (
          <EmptyState title="No active services" icon={IconPackageOff}>
            Contact support to enable a service.
          </EmptyState>
        ) : (
          <ul className={classes.services}>
            {services.map(({ key, name }) => (
              <Service key={key} service={key} name={name} clientId={account.id} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

const ABOUT = {
  ai_assistant: {
    icon: IconMessageChatbot,
    text: "Learns from your website and answers your visitors' questions.",
  },
  geo_leads: { icon: IconMap2, text: 'Scored parcels in your areas.' },
} as const;

interface ServiceProps {
  service: keyof typeof ABOUT;
  name: string;
  clientId: string;
}

function Service({ service, name, clientId }: ServiceProps) {
  const { icon: ServiceIcon, text } = ABOUT[service];
  return (
    <Flex component="li" gap={12} p={16} bd="1px solid var(--line)" bdrs={8}>
      <ServiceIcon size={22} stroke={1.5} className={classes.icon} />
      <div>
        <Box component="h3" m={0} fz="md" fw={600}>
          {name}
        </Box>
        <Box component="p" m="2px 0 0" c="dimmed">
          {text}
        </Box>
        {service === 'ai_assistant' && (
          <Button component={Link} to="/client/portal?tab=analytics" variant="default" size="xs" mt="sm">
            View Analytics
          </Button>
        )}
        {service === 'geo_leads' && (
          <Button component={Link} to={`/client/${clientId}/propertyhub`} variant="default" size="xs" mt="sm">
            Open Property Hub
          </Button>
        )}
      </div>
    </Flex>
  );
}
