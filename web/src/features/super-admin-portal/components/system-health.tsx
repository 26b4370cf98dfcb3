import type { DatabaseHealth } from '@landline/api/health/contract';
import {
  formatBytes,
  formatCount,
  formatDate,
  formatPercentage,
  formatShare,
} from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { Tag, type Tone } from '../../../shared/ui/tag.tsx';
import { formatDuration } from '../duration.ts';
import { errorRateStep, heapStep, responseTimeStep, slowRequestsStep } from '../steps.ts';
import tabs from '../tabs/tabs.module.css';
import { FiguresTable, StepTag } from './figures.tsx';

const STATUS: Record<DatabaseHealth['status'], [word: string, tone: Tone]> = {
  healthy: ['Healthy', 'good'],
  warning: ['Warning', 'notice'],
  critical: ['Critical', 'bad'],
};

/** What somebody should look at, and how requests were answered in the last 24 hours. */
export function SystemHealth({ health }: { health: DatabaseHealth }) {
  const { status, alerts, uptime, performance, resources } = health;
  const average = performance.avg_response_time_ms;
  const [word, tone] = STATUS[status];
  return (
    <>
      <StatCards label="System health">
        <StatCard label="Status" value={<Tag tone={tone}>{word}</Tag>} />
        <StatCard label="Uptime" value={formatDuration(uptime)} />
        <StatCard label="Requests, 24 h" value={formatCount(performance.total_requests)} />
        <StatCard
          label="Error rate"
          value={formatPercentage(performance.error_rate_percent)}
          note={<StepTag step={errorRateStep(performance.error_rate_percent)} />}
        />
        <StatCard
          label="Average response"
          value={average === null ? 'N/A' : `${formatCount(average)} ms`}
          note={<StepTag step={average === null ? null : responseTimeStep(average)} />}
        />
        <StatCard
          label="Slow requests"
          value={formatCount(performance.slow_requests)}
          note={<StepTag step={slowRequestsStep(performance.slow_requests)} />}
        />
        <StatCard
          label="Heap used"
          value={`${formatCount(resources.memory.heapUsed)} MB`}
          note={<StepTag step={heapStep(resources.memory.heapUsed)} />}
        />
      </StatCards>
      {alerts.length > 0 && (
        <Card title="Alerts">
          <FiguresTable
            label="Alerts"
            columns={['Level', 'What', 'Since']}
            rows={alerts.map(({ level, message, timestamp }) => ({
              key: message,
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
      <Card title="Requests, 24 h">
        <FactsList
          facts={[
            ['Discover URLs', formatCount(discover)],
            ['Start scraping', formatCount(scrape)],
            ['Scrape immediately', formatCount(scrapeImmediate)],
            ['Health', formatCount(health)],
            ['All', formatCount(performance.total_requests)],
          ]}
        />
      </Card>
      <Card title={`PostgreSQL ${database.version.split(' ')[0]}`}>
        <FactsList
          facts={[
            ['Answers in', `${database.responseTime} ms`],
            ['Running for', formatDuration(database.uptime)],
            ['Size', formatBytes(database.bytes)],
            [
              'Connections',
              `${formatCount(database.connections)} of ${formatCount(database.maxConnections)}`,
            ],
            ['Found in memory', formatShare(database.cacheHitRate)],
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

/** Each of our processes, as it said itself. */
export function Processes({ processes }: { processes: DatabaseHealth['processes'] }) {
  return (
    <Card title="Processes">
      <FiguresTable
        label="Processes"
        columns={['Process', '#Uptime', '#CPU', '#Heap used', '#Heap', '#Memory', 'Status']}
        empty="No process reports: they are started without it."
        rows={processes.map(({ name, host, pid, uptime, cpuPercent, memory, reporting, reportedAt }) => ({
          key: `${host} ${pid}`,
          cells: [
            <span key="name" title={host}>
              {name} <small>{pid}</small>
            </span>,
            formatDuration(uptime),
            formatPercentage(cpuPercent),
            `${formatCount(memory.heapUsed)} MB`,
            `${formatCount(memory.heapTotal)} MB`,
            `${formatCount(memory.rss)} MB`,
            reporting ? (
              <StepTag key="status" step={heapStep(memory.heapUsed)} />
            ) : (
              <Tag key="status" tone="bad">
                Silent since {formatDate(reportedAt)}
              </Tag>
            ),
          ],
        }))}
      />
    </Card>
  );
}

export function LargestTables({ tables }: { tables: DatabaseHealth['database']['largestTables'] }) {
  return (
    <Card title="Largest tables">
      <FiguresTable
        label="Largest tables"
        columns={['Table', '#Size', '#Rows, about']}
        rows={tables.map(({ name, bytes, rows }) => ({
          key: name,
          cells: [name, formatBytes(bytes), formatCount(rows)],
        }))}
      />
    </Card>
  );
}
