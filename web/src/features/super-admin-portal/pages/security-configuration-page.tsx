import type { SecurityConfig } from '@landline/api/system/contract';
import { formatCount, formatDate, formatShare } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { Tag, type Tone } from '../../../shared/ui/tag.tsx';
import { useSecurityConfig } from '../api/get-system-pages.ts';
import { Beside, CountsTable, FiguresTable, StepTag } from '../components/figures.tsx';
import { SystemPage } from '../components/system-page.tsx';
import { attackStep, securityStep, successTone } from '../steps.ts';
import tabs from '../tabs/tabs.module.css';

/** /SuperAdminPortal/security-configuration: how sign-in and requests are protected. */
export function Component() {
  return (
    <SystemPage
      title="Security Configuration"
      subtitle="How sign-in and requests are protected, and against what in the last 24 hours."
      query={useSecurityConfig()}
    >
      {(config) => <Config config={config} />}
    </SystemPage>
  );
}

function Config({ config }: { config: SecurityConfig }) {
  const { attackDetection: attacks, rateLimitingStatus: limits, securityHealth, authMetrics } = config;
  const { successRate } = authMetrics;
  return (
    <div className={tabs.sections}>
      <StatCards label="Security">
        <StatCard
          label="Security score"
          value={formatShare(securityHealth.overallScore)}
          note={<StepTag step={securityStep(securityHealth.overallScore)} />}
        />
        <StatCard
          label="Blocked attacks, 24 h"
          value={formatCount(attacks.blockedAttacks24h)}
          note={<StepTag step={attackStep(attacks.blockedAttacks24h)} />}
        />
        <StatCard label="Rate limit hits, 24 h" value={formatCount(limits.rateLimitHits24h)} />
        <StatCard
          label="Sign-ins that succeed"
          value={formatShare(successRate)}
          note={successRate !== null && <Tag tone={successTone(successRate)}>in 24 hours</Tag>}
        />
        <StatCard label="Open sessions" value={formatCount(authMetrics.activeSessions)} />
      </StatCards>
      <Checks health={securityHealth} />
      <Attacks attacks={attacks} />
      <Limits limits={limits} />
      <Authentication metrics={authMetrics} />
    </div>
  );
}

const SSL: Record<SecurityConfig['securityHealth']['sslStatus'], [word: string, tone: Tone]> = {
  valid: ['Certificate valid', 'good'],
  expiring: ['Certificate expires soon', 'notice'],
  invalid: ['Certificate not trusted', 'bad'],
  unreachable: ['Certificate not seen', 'notice'],
  off: ['No https', 'bad'],
};

function Checks({ health }: { health: SecurityConfig['securityHealth'] }) {
  const [word, tone] = SSL[health.sslStatus];
  return (
    <Card
      title="Checks"
      aside={
        <span className={tabs.check}>
          <Tag tone={tone}>{word}</Tag>
          <Tag tone={health.headersScore === 1 ? 'good' : 'notice'}>
            Headers {formatShare(health.headersScore)}
          </Tag>
        </span>
      }
    >
      <FactsList
        long
        facts={health.checks.map(({ name, status, note }) => [
          name,
          <span key={name} className={tabs.check}>
            <Tag tone={status === 'pass' ? 'good' : 'notice'}>{status === 'pass' ? 'Pass' : 'Attention'}</Tag>
            {note}
          </span>,
        ])}
      />
    </Card>
  );
}

function Attacks({ attacks }: { attacks: SecurityConfig['attackDetection'] }) {
  const { uniqueIPsBlocked, lastAttackTime, attackTypes, topBlockedIPs } = attacks;
  const title = `Attacks: ${formatCount(uniqueIPsBlocked)} ${uniqueIPsBlocked === 1 ? 'address' : 'addresses'} refused`;
  return (
    <Card title={title} aside={<Tag>Last attack: {formatDate(lastAttackTime)}</Tag>}>
      {attackTypes.length === 0 ? (
        <p>Nobody was refused as an attacker in the last 24 hours.</p>
      ) : (
        <Beside>
          <CountsTable label="Kinds of attack" what="Kind" counts={attackTypes} empty="" />
          <FiguresTable
            label="Networks"
            columns={['Network', '#Attempts']}
            rows={topBlockedIPs.map(({ address, attempts }) => ({
              key: address,
              cells: [address, formatCount(attempts)],
            }))}
          />
        </Beside>
      )}
    </Card>
  );
}

function Limits({ limits }: { limits: SecurityConfig['rateLimitingStatus'] }) {
  const { isActive, activeLimits, skipApiRoutes } = limits;
  return (
    <Card
      title="Rate limiting"
      aside={<Tag tone={isActive ? 'good' : 'bad'}>{isActive ? 'Active' : 'Off'}</Tag>}
    >
      <p>
        {formatCount(activeLimits)} {activeLimits === 1 ? 'limit counts' : 'limits count'} at the moment.{' '}
        {skipApiRoutes && 'Calls within a session are not limited.'}
      </p>
      <FiguresTable
        label="Limits"
        columns={['Limit', '#Allowed', '#Window', '#Counting now', '#Hits, 24 h']}
        rows={limits.limits.map(({ name, requestLimit, windowSize, active, hits24h }) => ({
          key: name,
          cells: [
            name,
            formatCount(requestLimit),
            `${windowSize} min`,
            formatCount(active),
            hits24h === null ? 'with sign-in' : formatCount(hits24h),
          ],
        }))}
      />
    </Card>
  );
}

function Authentication({ metrics }: { metrics: SecurityConfig['authMetrics'] }) {
  const { failedLogins24h, lastCleanup, patterns, suspiciousActivity } = metrics;
  return (
    <Card title={`Sign-in: ${formatCount(failedLogins24h)} failed in 24 hours`}>
      <FactsList facts={[['Sessions that are over, cleared away', formatDate(lastCleanup)]]} />
      <Beside>
        <CountsTable
          label="How sign-ins ended"
          what="Sign-in"
          counts={patterns}
          empty="Nobody has signed in in the last 24 hours."
        />
        <CountsTable
          label="Suspicious activity"
          what="Suspicious"
          counts={suspiciousActivity}
          empty="Nothing looks suspicious."
        />
      </Beside>
    </Card>
  );
}
