import type { DatabaseHealth } from '@landline/api/operations/system-health/contract';
import {
  formatBytes,
  formatCount,
  formatDate,
  formatMilliseconds,
  formatPercentage,
  formatPreciseRatio,
} from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { Tag, type Tone } from '../../../../shared/ui/tag.tsx';
import tabs from '../../super-admin-portal/tabs/tabs.module.css';
import { formatDuration } from '../duration.ts';
import { errorRateLevel, heapLevel, responseTimeLevel, slowRequestsLevel } from '../levels.ts';
import { LevelTag, MetricsTable } from './metrics-table.tsx';

const STATUS: Record<DatabaseHealth['status'], [label: string, tone: Tone]> = {
  healthy: ['Healthy', 'good'],
  warning: ['Warning', 'notice'],
  critical: ['Critical', 'bad'],
};

/** Overall status, request metrics of the last 24 hours, uptime and heap of the API, and alerts. */
export function HealthOverview({ health }: { health: DatabaseHealth }) {
  const { status, alerts, uptime, performance, resources } = health;
  const average = performance.avg_response_time_ms;
  const [label, tone] = STATUS[status];
  return (
    <>
      <StatCards label="System health">
        <StatCard label="Status" value={<Tag tone={tone}>{label}</Tag>} />
        <StatCard label="API uptime" value={formatDuration(uptime)} />
        <StatCard label="Requests, last 24 hours" value={formatCount(performance.total_requests)} />
        <StatCard
          label="Error rate"
          value={formatPercentage(performance.error_rate_percent)}
          note={<LevelTag level={errorRateLevel(performance.error_rate_percent)} />}
        />
        <StatCard
          label="Average response time"
          value={formatMilliseconds(average)}
          note={<LevelTag level={average === null ? null : responseTimeLevel(average)} />}
        />
        <StatCard
          label="Slow requests"
          value={formatCount(performance.slow_requests)}
          note={<LevelTag level={slowRequestsLevel(performance.slow_requests)} />}
        />
        <StatCard
          label="API heap used"
          value={`${formatCount(resources.memory.heapUsed)} MB`}
          note={<LevelTag level={heapLevel(resources.memory.heapUsed)} />}
        />
      </StatCards>
      {alerts.length > 0 && (
        <Card title="Alerts">
          <MetricsTable
            label="Alerts"
            columns={['Level', 'Alert', 'Since']}
            rows={alerts.map(({ level, message, timestamp }) => ({
              key: `${message} ${timestamp}`,
              cells: [
                <Tag key="level" tone={STATUS[level][1]}>
                  {STATUS[level][0]}
                </Tag>,
                message,
                formatDate(timestamp),
              ],
            }))}
          />
        </Card>
      )}
    </>
  );
}

export function RequestsAndDatabase({ health: { performance, database } }: { health: DatabaseHealth }) {
  const { discover, scrape, scrapeImmediate, health } = performance.request_counts;
  return (
    <div className={tabs.pair}>
      <Card title="Requests, last 24 hours">
        <FactsList
          facts={[
            ['Discover URLs', formatCount(discover)],
            ['Start scraping', formatCount(scrape)],
            ['Scrape immediately', formatCount(scrapeImmediate)],
            ['Health checks', formatCount(health)],
            ['All requests', formatCount(performance.total_requests)],
          ]}
        />
      </Card>
      <Card title={`PostgreSQL ${database.version.split(' ')[0]}`}>
        <FactsList
          facts={[
            ['Response time', `${database.responseTime} ms`],
            ['Uptime', formatDuration(database.uptime)],
            ['Size', formatBytes(database.bytes)],
            [
              'Connections',
              `${formatCount(database.connections)} of ${formatCount(database.maxConnections)}`,
            ],
            ['Cache hit rate', formatPreciseRatio(database.cacheHitRate)],
            ['Commits', formatCount(database.commits)],
            ['Rollbacks', formatCount(database.rollbacks)],
            ['Deadlocks', formatCount(database.deadlocks)],
            ['Longest open transaction', formatDuration(database.longestTransaction)],
          ]}
        />
      </Card>
    </div>
  );
}

/** Processes with the metrics they report. */
export function Processes({ processes }: { processes: DatabaseHealth['processes'] }) {
  return (
    <Card title="Processes">
      <MetricsTable
        label="Processes"
        columns={['Process', '#Uptime', '#CPU', '#Heap used', '#Heap', '#Memory', '#Log position', 'Status']}
        empty="Process reporting is turned off."
        rows={processes.map((process) => {
          const { name, host, pid, uptime, cpuPercent, memory, position, followedAt } = process;
          return {
            key: `${host} ${pid}`,
            cells: [
              <span key="name">
                {name} <small>{pid}</small>
                <br />
                <small>{host}</small>
              </span>,
              formatDuration(uptime),
              formatPercentage(cpuPercent),
              `${formatCount(memory.heapUsed)} MB`,
              `${formatCount(memory.heapTotal)} MB`,
              `${formatCount(memory.rss)} MB`,
              <span key="position">
                {formatCount(position === null ? null : Number(position))}
                {followedAt && (
                  <>
                    <br />
                    <small>Last progress {formatDate(followedAt)}</small>
                  </>
                )}
              </span>,
              <ProcessStatus key="status" process={process} />,
            ],
          };
        })}
      />
    </Card>
  );
}

/** Status of a process with its last error, if any. */
function ProcessStatus({ process }: { process: DatabaseHealth['processes'][number] }) {
  const { reporting, reportedAt, stuckSince, memory, lastError } = process;
  return (
    <span>
      {!reporting ? (
        <Tag tone="bad">No report since {formatDate(reportedAt)}</Tag>
      ) : stuckSince !== null ? (
        <Tag tone="bad">No progress since {formatDate(stuckSince)}</Tag>
      ) : (
        <LevelTag level={heapLevel(memory.heapUsed)} />
      )}
      {lastError && (
        <>
          <br />
          <small>
            Last error ({formatDate(lastError.at)}): {lastError.message}
          </small>
        </>
      )}
    </span>
  );
}

export function LargestTables({ tables }: { tables: DatabaseHealth['database']['largestTables'] }) {
  return (
    <Card title="Largest tables">
      <MetricsTable
        label="Largest tables"
        columns={['Table', '#Size', '#Rows (estimate)']}
        rows={tables.map(({ name, bytes, rows }) => ({
          key: name,
          cells: [name, formatBytes(bytes), formatCount(rows)],
        }))}
      />
    </Card>
  );
}
