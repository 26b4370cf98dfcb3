import type { SecurityConfig } from '@landline/api/system/contract';
import { formatCount, formatRatio } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useSecurityConfig } from '../api/get-system-pages.ts';
import { SystemPage } from '../components/system-page.tsx';
import { securityStep } from '../steps.ts';
import tabs from '../tabs/tabs.module.css';

/** /SuperAdminPortal/security-configuration: how sign-in and requests are protected. */
export function Component() {
  return (
    <SystemPage
      title="Security Configuration"
      subtitle="How sign-in and requests are protected."
      query={useSecurityConfig()}
    >
      {(config) => <Config config={config} />}
    </SystemPage>
  );
}

function Config({ config }: { config: SecurityConfig }) {
  const { attackDetection, rateLimitingStatus: limits, securityHealth, authMetrics } = config;
  const step = securityStep(securityHealth.overallScore);
  return (
    <div className={tabs.sections}>
      <StatCards label="Security">
        <StatCard
          label="Security score"
          value={formatRatio(securityHealth.overallScore)}
          note={<Tag tone={step.tone}>{step.word}</Tag>}
        />
        <StatCard label="Open sessions" value={formatCount(authMetrics.activeSessions)} />
        <StatCard label="Sign-ins, 24 h" value={formatCount(authMetrics.signIns24h)} />
        <StatCard label="Refused at the sign-in now" value={formatCount(attackDetection.blockedNow)} />
      </StatCards>
      <Card title="Checks">
        <FactsList
          facts={securityHealth.checks.map(({ name, status, note }) => [
            name,
            <span key={name} className={tabs.check}>
              <Tag tone={status === 'pass' ? 'good' : 'notice'}>
                {status === 'pass' ? 'Pass' : 'Attention'}
              </Tag>
              {note}
            </span>,
          ])}
        />
      </Card>
      <div className={tabs.pair}>
        <Card title="Rate limiting" aside={<Tag tone="good">Active</Tag>}>
          <FactsList
            facts={[
              ['Failed sign-ins allowed', `${limits.requestLimit} in ${limits.windowSize} minutes`],
              ['Counting now', formatCount(limits.activeLimits)],
            ]}
          />
        </Card>
        <Card title="Attacks">
          <FactsList
            facts={[
              [`Failed sign-ins, ${limits.windowSize} minutes`, formatCount(authMetrics.failedLogins)],
              ['Replayed tokens, 24 h', formatCount(attackDetection.replayedTokens24h)],
            ]}
          />
        </Card>
      </div>
    </div>
  );
}
