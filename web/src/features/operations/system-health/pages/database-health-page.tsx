import tabs from '../../super-admin-portal/tabs/tabs.module.css';
import { useDatabaseHealth } from '../api/database-health.ts';
import {
  HealthOverview,
  LargestTables,
  Processes,
  RequestsAndDatabase,
} from '../components/health-overview.tsx';
import { ParkedEvents } from '../components/parked-events.tsx';
import { ReadModels } from '../components/read-models.tsx';
import { SystemPage } from '../components/system-page.tsx';

/** /SuperAdminPortal/database-health */
export function Component() {
  return (
    <SystemPage
      title="Database Health"
      subtitle="Status of requests, read models, processes and the database."
      query={useDatabaseHealth()}
    >
      {(health) => (
        <div className={tabs.sections}>
          <HealthOverview health={health} />
          <ReadModels projections={health.projections} />
          <ParkedEvents
            events={health.parkedEvents}
            total={health.projections.reduce((sum, { parked }) => sum + parked, 0)}
          />
          <Processes processes={health.processes} />
          <RequestsAndDatabase health={health} />
          <LargestTables tables={health.database.largestTables} />
        </div>
      )}
    </SystemPage>
  );
}
