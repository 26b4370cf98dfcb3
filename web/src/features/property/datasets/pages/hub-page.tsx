import { Button, Skeleton } from '@mantine/core';
import { IconDatabaseOff, IconFileImport } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useUser } from '../../../platform/session/context.ts';
import { clientOf } from '../../../platform/session/user.ts';
import { DigestSwitch } from '../../digest/components/digest-switch.tsx';
import { RecentImports } from '../../imports/components/recent-imports.tsx';
import { FailedRuns } from '../../scoring/components/failed-runs.tsx';
import { useHubDatasets } from '../api/datasets.ts';
import { DatasetTable } from '../components/dataset-table.tsx';
import { GrantedTable } from '../components/granted-table.tsx';
import { HUB, importPath, SECTIONS } from '../paths.ts';
import classes from './hub-page.module.css';

const importButton = (
  <Button component={Link} to={importPath()} leftSection={<IconFileImport size={16} stroke={1.7} />}>
    Import parcels
  </Button>
);

/** All datasets by section, or a client's granted datasets as a list. */
export function Component() {
  const user = useUser();
  const { clientId } = useParams();
  const isStaff = clientOf(user) === null && clientId === undefined;
  const mayImport = user?.role === 'SuperAdmin' && isStaff;
  return (
    <Page
      title="Property Analysis Hub"
      subtitle={
        isStaff
          ? 'All parcel datasets, scored and ready to classify.'
          : 'Scored parcels in your areas, most promising first.'
      }
      action={mayImport && importButton}
    >
      {isStaff && <FailedRuns />}
      <Datasets mayImport={mayImport} />
      <DigestSwitch />
      {isStaff && (
        <p className={classes.model}>
          See the <Link to={`${HUB}/model`}>scoring model</Link> and the{' '}
          <Link to={`${HUB}/environment`}>environmental and infrastructure layers</Link> behind the scores.
        </p>
      )}
      {mayImport && <RecentImports />}
    </Page>
  );
}

function Datasets({ mayImport }: { mayImport: boolean }) {
  const { clientId } = useParams();
  const asStaff = clientOf(useUser()) === null;
  return (
    <QueryBody
      query={useHubDatasets(clientId)}
      failed="Failed to fetch datasets"
      loading={<DatasetsSkeleton />}
    >
      {(data) => {
        if (Object.values(data).flat().length === 0) {
          return (
            <div className={classes.panel}>
              <EmptyState
                title="No datasets are currently available."
                icon={<IconDatabaseOff size={24} stroke={1.5} />}
                action={mayImport && importButton}
              >
                Contact support to request access to additional datasets.
              </EmptyState>
            </div>
          );
        }
        if (Array.isArray(data)) return <GrantedTable datasets={data} asStaff={asStaff} />;
        return SECTIONS.map((section) => ({ ...section, datasets: data[section.type] }))
          .filter(({ datasets }) => datasets.length > 0)
          .map(({ type, title, datasets }) => (
            <section key={type} className={classes.section} aria-labelledby={`section-${type}`}>
              <h2 id={`section-${type}`} className={classes.title}>
                {title}
                <span className="num">{datasets.length}</span>
              </h2>
              <DatasetTable datasets={datasets} label={title} />
            </section>
          ));
      }}
    </QueryBody>
  );
}

const DatasetsSkeleton = () => (
  <div aria-busy="true" role="status" aria-label="Loading datasets">
    {[160, 110].map((height) => (
      <div key={height} className={classes.section}>
        <Skeleton height={16} width={120} mb={14} />
        <Skeleton height={height} />
      </div>
    ))}
  </div>
);
