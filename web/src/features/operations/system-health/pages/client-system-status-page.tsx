import type { ClientSystemStatus } from '@landline/api/operations/system-health/status-contract';
import { planTier } from '@landline/event-schemas';
import { formatCount, formatDate, formatPreciseRatio } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { planName } from '../../../clients/clients/components/plan-badge.tsx';
import tabs from '../../super-admin-portal/tabs/tabs.module.css';
import { useClientSystemStatus } from '../api/system-health.ts';
import { LevelTag, MetricsTable } from '../components/metrics-table.tsx';
import { SystemPage } from '../components/system-page.tsx';
import { activityLevel, contentAgeLevel, queueLevel } from '../levels.ts';

const SHOWN_CUSTOMIZATIONS = 3;
const BRANDING_FIELD_NAMES: Readonly<Record<string, string>> = {
  primaryColor: 'primary color',
  botName: 'bot name',
  logoUrl: 'logo',
  welcomeMessage: 'welcome message',
  placeholderText: 'placeholder text',
  widgetButtonText: 'button text',
  userLinkColor: 'user link color',
  aiLinkColor: 'AI link color',
};

/** /SuperAdminPortal/client-system-status */
export function Component() {
  return (
    <SystemPage
      title="Client System Status"
      subtitle="Clients, their widgets and the content of their websites."
      query={useClientSystemStatus()}
    >
      {(status) => <Status status={status} />}
    </SystemPage>
  );
}

function Status({ status }: { status: ClientSystemStatus }) {
  const { clientStats, widgetDeployment, contentStatus, brandingSettings } = status;
  const activity = clientStats.activityRate === null ? null : activityLevel(clientStats.activityRate);
  return (
    <div className={tabs.sections}>
      <StatCards label="Clients">
        <StatCard label="Active Clients" value={formatCount(clientStats.totalActiveClients)} />
        <StatCard
          label="Activity, last 7 days"
          value={formatPreciseRatio(clientStats.activityRate)}
          note={<LevelTag level={activity} />}
        />
        <StatCard label="Messages today" value={formatCount(clientStats.messagesToday)} />
        <StatCard label="Widget loads today" value={formatCount(widgetDeployment.loadsToday)} />
      </StatCards>
      <div className={tabs.pair}>
        <Card title="Plan Distribution">
          <FactsList
            facts={planTier.options.map((tier) => [
              planName(tier),
              formatCount(clientStats.planDistribution[tier]),
            ])}
          />
        </Card>
        <Card title="Branding">
          <FactsList
            facts={[
              ['Custom branding', formatCount(brandingSettings.customBrandedClients)],
              ['Default branding', formatCount(brandingSettings.defaultBrandingClients)],
              ['Custom colors', formatCount(brandingSettings.customThemes)],
              ['Logos', formatCount(brandingSettings.logoUploads)],
              ...brandingSettings.popularCustomizations
                .slice(0, SHOWN_CUSTOMIZATIONS)
                .map(
                  ({ name, count }) =>
                    [`Custom ${BRANDING_FIELD_NAMES[name] ?? name}`, formatCount(count)] as const,
                ),
            ]}
          />
        </Card>
      </div>
      <Content content={contentStatus} />
      <Widgets widgets={widgetDeployment} />
    </div>
  );
}

function Content({ content }: { content: ClientSystemStatus['contentStatus'] }) {
  const age = content.avgContentAge === null ? null : contentAgeLevel(content.avgContentAge);
  return (
    <Card title="Content Status" aside={<LevelTag level={age} />}>
      <FactsList
        facts={[
          ['Pages', formatCount(content.totalPages)],
          [
            'Queue',
            <span key="queue" className={tabs.check}>
              {formatCount(content.scrapingQueue)} <LevelTag level={queueLevel(content.scrapingQueue)} />
            </span>,
          ],
          ['Scraped today', formatCount(content.pagesScrapedToday)],
          ['Last scraped', formatDate(content.lastScrapeTime)],
          ['Success rate', formatPreciseRatio(content.scrapeSuccessRate)],
          ['Average age in days', content.avgContentAge?.toFixed(1) ?? formatCount(null)],
        ]}
      />
    </Card>
  );
}

function Widgets({ widgets }: { widgets: ClientSystemStatus['widgetDeployment'] }) {
  const { activeWidgets, uniqueDomains, avgLoadTime, topDomains } = widgets;
  const clients = `${formatCount(activeWidgets)} ${activeWidgets === 1 ? 'client' : 'clients'}`;
  const domains = `${formatCount(uniqueDomains)} ${uniqueDomains === 1 ? 'domain' : 'domains'}`;
  return (
    <Card
      title={`Widget Deployment: ${clients} on ${domains}`}
      aside={
        avgLoadTime !== null && (
          <Tag title="Average loader response time, last 24 hours">{avgLoadTime} ms to load</Tag>
        )
      }
    >
      {topDomains.length === 0 ? (
        <EmptyState title="No data available">No widget has been loaded in the last 30 days.</EmptyState>
      ) : (
        <MetricsTable
          label="Domains"
          columns={['Domain', '#Loads', '#Messages']}
          rows={topDomains.map(({ name, loads, messages }) => ({
            key: name,
            cells: [name, formatCount(loads), formatCount(messages)],
          }))}
        />
      )}
    </Card>
  );
}
