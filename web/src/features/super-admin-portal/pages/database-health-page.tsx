import type { DatabaseHealth, ProjectorHealth } from '@landline/api/health/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatBytes, formatCount, formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useDatabaseHealth } from '../api/get-database-health.ts';
import { SystemPage } from '../components/system-page.tsx';
import { isBehind, lagOf, shareOf } from '../lag.ts';
import tabs from '../tabs/tabs.module.css';

/** /SuperAdminPortal/database-health: the database and the read models in it. */
export function Component() {
  return (
    <SystemPage
      title="Database Health"
      subtitle="The database and the read models in it."
      query={useDatabaseHealth()}
    >
      {(health) => <Health health={health} />}
    </SystemPage>
  );
}

function Health({ health: { database, projections, parkedEvents } }: { health: DatabaseHealth }) {
  const behind = projections.filter(isBehind).length;
  return (
    <div className={tabs.sections}>
      <StatCards label="Database">
        <StatCard label="PostgreSQL" value={database.version.split(' ')[0]} />
        <StatCard label="Size" value={formatBytes(database.bytes)} />
        <StatCard label="Connections" value={formatCount(database.connections)} />
        <StatCard label="Read models behind" value={`${behind} of ${projections.length}`} />
        <StatCard label="Parked events" value={formatCount(parkedEvents.length)} />
      </StatCards>
      <Card title="Read models">
        <ScrollFrame label="Read models, scrolls sideways">
          <table className={table.table} aria-label="Read models">
            <thead>
              <tr>
                <th>Name</th>
                <th data-num>Version</th>
                <th data-num>Lag</th>
                <th data-num>Parked</th>
                <th>Status</th>
              </tr>
            </thead>
            <tbody>
              {projections.map((projector) => (
                <ProjectorRow key={projector.name} projector={projector} />
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      </Card>
      <Card title="Parked events">
        {parkedEvents.length === 0 ? (
          <EmptyState title="No parked events" icon={<IconCircleCheck size={24} stroke={1.5} />}>
            Every event could be applied.
          </EmptyState>
        ) : (
          <ParkedEvents events={parkedEvents} />
        )}
      </Card>
    </div>
  );
}

function ProjectorRow({ projector }: { projector: ProjectorHealth }) {
  const { name, live, building, parked } = projector;
  return (
    <tr>
      <td>{name}</td>
      <td data-num>{live?.version ?? '–'}</td>
      <td data-num title="Log positions between what is shown and what has happened">
        {lagOf(live)}
      </td>
      <td data-num>{formatCount(parked)}</td>
      <td>
        {building ? (
          <Tag tone="notice">Rebuilding, {shareOf(building)}</Tag>
        ) : parked > 0 ? (
          <Tag tone="bad">Parked events</Tag>
        ) : isBehind(projector) ? (
          <Tag tone="notice">Catching up</Tag>
        ) : (
          <Tag tone="good">Up to date</Tag>
        )}
      </td>
    </tr>
  );
}

function ParkedEvents({ events }: { events: DatabaseHealth['parkedEvents'] }) {
  return (
    <ScrollFrame label="Parked events, scrolls sideways">
      <table className={table.table} aria-label="Parked events">
        <thead>
          <tr>
            <th>Event</th>
            <th>Read model</th>
            <th>Error</th>
            <th data-num>Attempts</th>
            <th>Since</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ projector, position, stream, type, error, attempts, parkedAt }) => (
            <tr key={`${projector}-${position}`}>
              <td>
                {type}
                <br />
                <small>{stream}</small>
              </td>
              <td>{projector}</td>
              <td>{error}</td>
              <td data-num>{formatCount(attempts)}</td>
              <td>{formatDate(parkedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
