import { Skeleton } from '@mantine/core';
import {
  IconChartBar,
  IconLayoutDashboard,
  IconListSearch,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { formatCount } from '../../../shared/format.ts';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { PendingBanner } from '../../content-requests/components/pending-banner.tsx';
import { useSystemStats } from '../api/get-system-stats.ts';
import { AiAssistant } from '../components/ai-assistant.tsx';
import { StepTag } from '../components/figures.tsx';
import { ScraperWorker } from '../components/scraper-worker.tsx';
import { recentRequestsStep } from '../steps.ts';
import classes from './tabs.module.css';

/** What is below does not move when it comes. */
const figure = (count: number | undefined) =>
  count === undefined ? (
    <Skeleton width={56} height={30} role="status" aria-label="Loading" />
  ) : (
    formatCount(count)
  );

/** Figures of the whole system, counted from what happened. */
export function SystemOverview() {
  const { data, error, refetch } = useSystemStats();
  return (
    <>
      <PendingBanner />
      {error && !data ? (
        <ErrorState title="Error Loading Statistics" error={error} onRetry={() => void refetch()} />
      ) : (
        <StatCards label="Statistics">
          <StatCard label="AI Clients" value={figure(data?.totalClients)} />
          <StatCard label="Total Users" value={figure(data?.totalUsers)} />
          <StatCard label="AI Responses" value={figure(data?.totalAIMessages)} />
          <StatCard
            label="Content requests, 24 h"
            value={figure(data?.recentRequests)}
            note={
              data ? (
                <StepTag step={recentRequestsStep(data.recentRequests)} />
              ) : (
                <Skeleton width={48} height={22} />
              )
            }
          />
        </StatCards>
      )}
      <div className={classes.status}>
        <ScraperWorker />
        <AiAssistant />
      </div>
      <LinkCards label="Where to go">
        <LinkCard title="AI Dashboard" to="/ai" icon={IconLayoutDashboard}>
          What belongs to the assistant.
        </LinkCard>
        <LinkCard title="Client Selection" to="/ai/clients" icon={IconListSearch}>
          Choose a client and manage it.
        </LinkCard>
        <LinkCard title="Reports" to="/admin/reports" icon={IconChartBar}>
          What visitors ask, how well they are answered, and what is billed.
        </LinkCard>
        <LinkCard
          title="Client Admin Directory"
          to="/SuperAdminPortal/client-admin-directory"
          icon={IconUsers}
        >
          The people who administer clients.
        </LinkCard>
        <LinkCard title="Staff" to="/SuperAdminPortal/staff" icon={IconUsersGroup}>
          The people who run this platform.
        </LinkCard>
      </LinkCards>
    </>
  );
}
