import { Skeleton } from '@mantine/core';
import {
  IconChartBar,
  IconLayoutDashboard,
  IconListSearch,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { formatCount } from '../../../../shared/format.ts';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { ErrorState } from '../../../../shared/ui/states.tsx';
import { PendingBanner } from '../../../assistant/content-requests/components/pending-banner.tsx';
import { useSystemStats } from '../../system-health/api/system-health.ts';
import { AiAssistantCard } from '../../system-health/components/ai-assistant-card.tsx';
import { LevelTag } from '../../system-health/components/metrics-table.tsx';
import { ScraperWorkerCard } from '../../system-health/components/scraper-worker-card.tsx';
import { recentRequestsLevel } from '../../system-health/levels.ts';
import classes from './tabs.module.css';

/** System Overview tab: statistics, service status and links. */
export function SystemOverview() {
  const { data, error, refetch } = useSystemStats();
  return (
    <>
      <PendingBanner />
      {error && !data ? (
        <ErrorState title="Error Loading Statistics" error={error} onRetry={() => void refetch()} />
      ) : (
        <StatCards label="Statistics">
          <StatCard label="AI Clients" value={data && formatCount(data.totalClients)} />
          <StatCard label="Total Users" value={data && formatCount(data.totalUsers)} />
          <StatCard label="AI Responses" value={data && formatCount(data.totalAIMessages)} />
          <StatCard
            label="Content requests, last 24 hours"
            value={data && formatCount(data.recentRequests)}
            note={
              data ? (
                <LevelTag level={recentRequestsLevel(data.recentRequests)} />
              ) : (
                <Skeleton width={48} height={22} />
              )
            }
          />
        </StatCards>
      )}
      <div className={classes.status}>
        <ScraperWorkerCard />
        <AiAssistantCard />
      </div>
      <LinkCards label="Pages">
        <LinkCard title="AI Dashboard" to="/ai" icon={IconLayoutDashboard}>
          Clients, settings and tools for the AI assistant.
        </LinkCard>
        <LinkCard title="Client Selection" to="/ai/clients" icon={IconListSearch}>
          Find and manage clients.
        </LinkCard>
        <LinkCard title="Reports" to="/admin/reports" icon={IconChartBar}>
          Visitor questions, answer quality and billing.
        </LinkCard>
        <LinkCard title="Global Settings" to="/ai/settings" icon={IconSettings}>
          Default branding and configuration versions.
        </LinkCard>
        <LinkCard
          title="Client Admin Directory"
          to="/SuperAdminPortal/client-admin-directory"
          icon={IconUsers}
        >
          Administrators of each client.
        </LinkCard>
        <LinkCard title="Staff" to="/SuperAdminPortal/staff" icon={IconUsersGroup}>
          Your team members and their roles.
        </LinkCard>
      </LinkCards>
    </>
  );
}
