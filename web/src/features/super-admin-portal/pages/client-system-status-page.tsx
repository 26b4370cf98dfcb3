import type { ClientSystemStatus } from '@landline/api/system/contract';
import { planTier } from '@landline/event-schemas';
import { formatCount, formatDate, formatShare } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { planName } from '../../clients/components/plan-badge.tsx';
import { useClientSystemStatus } from '../api/get-system-pages.ts';
import { StepTag } from '../components/figures.tsx';
import { SystemPage } from '../components/system-page.tsx';
import { activityStep, contentAgeStep, queueStep } from '../steps.ts';
import tabs from '../tabs/tabs.module.css';

const SHOWN_CUSTOMIZATIONS = 3;
const CUSTOMIZED: Readonly<Record<string, string>> = {
  primaryColor: 'the primary color',
  botName: "the bot's name",
  logoUrl: 'the logo',
  welcomeMessage: 'the welcome message',
  placeholderText: 'the placeholder',
  widgetButtonText: "the button's text",
  userLinkColor: "the color of users' links",
  aiLinkColor: "the color of the assistant's links",
};

/** /SuperAdminPortal/client-system-status: clients, their widgets, and what was read of their websites. */
export function Component() {
  return (
    <SystemPage
      title="Client System Status"
      subtitle="Clients, their widgets and what was read of their websites."
      query={useClientSystemStatus()}
    >
      {(status) => <Status status={status} />}
    </SystemPage>
  );
}

function Status({ status }: { status: ClientSystemStatus }) {
  const { clientStats, widgetDeployment, contentStatus, brandingSettings } = status;
  const activity = clientStats.activityRate === null ? null : activityStep(clientStats.activityRate);
  return (
    <div className={tabs.sections}>
      <StatCards label="Clients">
        <StatCard label="Active Clients" value={formatCount(clientStats.totalActiveClients)} />
        <StatCard
          label="Activity, 7 days"
          value={formatShare(clientStats.activityRate)}
          note={activity && <Tag tone={activity.tone}>{activity.word}</Tag>}
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
              ['Branding of their own', formatCount(brandingSettings.customBrandedClients)],
              ['The default', formatCount(brandingSettings.defaultBrandingClients)],
              ['Colors of their own', formatCount(brandingSettings.customThemes)],
              ['Logos', formatCount(brandingSettings.logoUploads)],
              ...brandingSettings.popularCustomizations
                .slice(0, SHOWN_CUSTOMIZATIONS)
                .map(
                  ({ name, count }) => [`Changed ${CUSTOMIZED[name] ?? name}`, formatCount(count)] as const,
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
  const age = content.avgContentAge === null ? null : contentAgeStep(content.avgContentAge);
  return (
    <Card title="Content Status" aside={age && <Tag tone={age.tone}>{age.word}</Tag>}>
      <FactsList
        facts={[
          ['Pages', formatCount(content.totalPages)],
          [
            'Waiting',
            <span key="waiting" className={tabs.check}>
              {formatCount(content.scrapingQueue)} <StepTag step={queueStep(content.scrapingQueue)} />
            </span>,
          ],
          ['Read today', formatCount(content.pagesScrapedToday)],
          ['Last read', formatDate(content.lastScrapeTime)],
          ['Read successfully', formatShare(content.scrapeSuccessRate)],
          ['Average age in days', content.avgContentAge?.toFixed(1) ?? formatCount(null)],
        ]}
      />
    </Card>
  );
}

function Widgets({ widgets }: { widgets: ClientSystemStatus['widgetDeployment'] }) {
  const { activeWidgets, uniqueDomains, avgLoadTime, topDomains } = widgets;
  const title = `Widget Deployment: ${formatCount(activeWidgets)} clients on ${formatCount(uniqueDomains)} domains`;
  return (
    <Card
      title={title}
      aside={avgLoadTime !== null && <Tag title="Of the loader, in 24 hours">{avgLoadTime} ms to load</Tag>}
    >
      {topDomains.length === 0 ? (
        <EmptyState title="No data available">No widget has been loaded in the last 30 days.</EmptyState>
      ) : (
        <ScrollFrame label="Domains, scrolls sideways">
          <table className={table.table} aria-label="Domains">
            <thead>
              <tr>
                <th>Domain</th>
                <th data-num>Loads</th>
                <th data-num>Messages</th>
              </tr>
            </thead>
            <tbody>
              {topDomains.map(({ name, loads, messages }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td data-num>{formatCount(loads)}</td>
                  <td data-num>{formatCount(messages)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Card>
  );
}
