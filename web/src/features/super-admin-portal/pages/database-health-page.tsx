import { useDatabaseHealth } from '../api/get-database-health.ts';
import { ParkedEvents, ReadModels } from '../components/read-models.tsx';
import { LargestTables, Processes, RequestsAndDatabase, SystemHealth } from '../components/system-health.tsx';
import { SystemPage } from '../components/system-page.tsx';
import tabs from '../tabs/tabs.module.css';

/** /SuperAdminPortal/database-health: requests, processes, the database and the read models in it. */
export function Component() {
  return (
    <SystemPage
      title="Database Health"
      subtitle="How requests, our processes, the database and the read models in it are."
      query={useDatabaseHealth()}
    >
      {(health) => (
        <div className={tabs.sections}>
          <SystemHealth health={health} />
          <ReadModels projections={health.projections} />
          <ParkedEvents events={health.parkedEvents} />
          <Processes processes={health.processes} />
          <RequestsAndDatabase health={health} />
          <LargestTables tables={health.database.largestTables} />
        </div>
      )}
    </SystemPage>
  );
}
