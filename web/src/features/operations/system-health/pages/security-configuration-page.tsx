import type { SecurityConfig } from '@landline/api/operations/system-health/status-contract';
import { formatCount, formatDate, formatPreciseRatio } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { Tag, type Tone } from '../../../../shared/ui/tag.tsx';
import tabs from '../../super-admin-portal/tabs/tabs.module.css';
import { useSecurityConfig } from '../api/system-health.ts';
import { CountsTable, LevelTag, MetricsTable, SideBySide } from '../components/metrics-table.tsx';
import { SystemPage } from '../components/system-page.tsx';
import { attackLevel, securityLevel, signInLevel } from '../levels.ts';

/** /SuperAdminPortal/security-configuration */
export function Component() {
  return (
    <SystemPage
      title="Security Configuration"
      subtitle="Security checks, attacks, rate limits and sign-ins for the last 24 hours."
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
          value={formatPreciseRatio(securityHealth.overallScore)}
          note={<LevelTag level={securityLevel(securityHealth.overallScore)} />}
        />
        <StatCard
          label="Blocked attacks, last 24 hours"
          value={formatCount(attacks.blockedAttacks24h)}
          note={<LevelTag level={attackLevel(attacks.blockedAttacks24h)} />}
        />
        <StatCard label="Rate limit hits, last 24 hours" value={formatCount(limits.rateLimitHits24h)} />
        <StatCard
          label="Sign-in success rate, last 24 hours"
          value={formatPreciseRatio(successRate)}
          note={<LevelTag level={successRate === null ? null : signInLevel(successRate)} />}
        />
        <StatCard label="Active sessions" value={formatCount(authMetrics.activeSessions)} />
      </StatCards>
      <Checks health={securityHealth} />
      <Attacks attacks={attacks} />
      <Limits limits={limits} />
      <Authentication metrics={authMetrics} />
    </div>
  );
}

const SSL: Record<SecurityConfig['securityHealth']['sslStatus'], [label: string, tone: Tone]> = {
  valid: ['Certificate valid', 'good'],
  expiring: ['Certificate expires soon', 'notice'],
  invalid: ['Certificate not trusted', 'bad'],
  unreachable: ['Certificate could not be checked', 'notice'],
  off: ['No HTTPS', 'bad'],
};

type Check = SecurityConfig['securityHealth']['checks'][number];
const CHECK_STATUSES: Record<Check['status'], { label: string; tone: Tone }> = {
  pass: { label: 'Pass', tone: 'good' },
  fail: { label: 'Needs attention', tone: 'notice' },
  unknown: { label: 'Not checked', tone: 'quiet' },
};

function Checks({ health }: { health: SecurityConfig['securityHealth'] }) {
  const [label, tone] = SSL[health.sslStatus];
  return (
    <Card
      title="Checks"
      aside={
        <span className={tabs.check}>
          <Tag tone={tone}>{label}</Tag>
          {health.headersScore !== null && (
            <Tag tone={health.headersScore === 1 ? 'good' : 'notice'}>
              Headers {formatPreciseRatio(health.headersScore)}
            </Tag>
          )}
        </span>
      }
    >
      <FactsList
        long
        facts={health.checks.map(({ name, status, note }) => [
          name,
          <span key={name} className={tabs.check}>
            <Tag tone={CHECK_STATUSES[status].tone}>{CHECK_STATUSES[status].label}</Tag>
            {note}
          </span>,
        ])}
      />
    </Card>
  );
}

function Attacks({ attacks }: { attacks: SecurityConfig['attackDetection'] }) {
  const { uniqueIPsBlocked, lastAttackTime, attackTypes, topBlockedIPs } = attacks;
  const addresses = `${formatCount(uniqueIPsBlocked)} ${uniqueIPsBlocked === 1 ? 'address' : 'addresses'}`;
  const attackers = uniqueIPsBlocked === 0 ? '' : ` from ${addresses}`;
  return (
    <Card
      title={`Attacks${attackers}, last 24 hours`}
      aside={lastAttackTime !== null && <Tag>Last attack: {formatDate(lastAttackTime)}</Tag>}
    >
      {attackTypes.length === 0 ? (
        <p>No attacks were blocked in the last 24 hours.</p>
      ) : (
        <SideBySide>
          <CountsTable label="Attack types" header="Type" counts={attackTypes} />
          <MetricsTable
            label="Networks"
            columns={['Network', '#Attempts']}
            rows={topBlockedIPs.map(({ address, attempts }) => ({
              key: address,
              cells: [address, formatCount(attempts)],
            }))}
          />
        </SideBySide>
      )}
    </Card>
  );
}

function Limits({ limits }: { limits: SecurityConfig['rateLimitingStatus'] }) {
  const { activeLimits, skipApiRoutes } = limits;
  return (
    <Card title="Rate limiting">
      <p>
        {formatCount(activeLimits)} rate limit {activeLimits === 1 ? 'counter is' : 'counters are'} in use.{' '}
        {skipApiRoutes && 'There is no general limit on requests from signed-in users.'}
      </p>
      <MetricsTable
        label="Limits"
        columns={['Limit', '#Allowed', '#Window', '#Active counters', '#Hits, last 24 hours']}
        rows={limits.limits.map(({ name, requestLimit, windowSize, active, hits24h }) => ({
          key: name,
          cells: [
            name,
            formatCount(requestLimit),
            `${windowSize} min`,
            formatCount(active),
            hits24h === null ? 'Included in Sign-in' : formatCount(hits24h),
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
      <FactsList facts={[['Last cleanup of ended sessions', formatDate(lastCleanup)]]} />
      <SideBySide>
        <CountsTable
          label="Sign-in results"
          header="Result"
          counts={patterns}
          empty="No sign-ins in the last 24 hours."
        />
        <CountsTable
          label="Suspicious activity"
          header="Activity"
          counts={suspiciousActivity}
          empty="No suspicious activity."
        />
      </SideBySide>
    </Card>
  );
}
