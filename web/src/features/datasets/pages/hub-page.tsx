import { Button, Skeleton } from '@mantine/core';
import { IconDatabaseOff, IconFileImport } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { DigestSwitch } from '../../digest/components/digest-switch.tsx';
import { RecentImports } from '../../imports/components/recent-imports.tsx';
import { FailedRuns } from '../../scoring/components/failed-runs.tsx';
import { useUser } from '../../session/context.ts';
import { clientOf } from '../../session/user.ts';
import { useHubDatasets } from '../api/list-datasets.ts';
import { DatasetTable } from '../components/dataset-table.tsx';
import { GrantedTable } from '../components/granted-table.tsx';
import { HUB, importPath, SECTIONS } from '../paths.ts';
import classes from './hub-page.module.css';

const importButton = (
  <Button component={Link} to={importPath()} leftSection={<IconFileImport size={16} stroke={1.7} />}>
    Import parcels
  </Button>
);

/** All datasets, grouped by what they cover; a client's are a list of what it was granted. */
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
          ? 'Every dataset of parcels, scored and ready to be judged.'
          : 'Scored parcels of the areas that are open to you, the most promising first.'
      }
      action={mayImport && importButton}
    >
      {isStaff && <FailedRuns />}
      <Datasets mayImport={mayImport} />
      <DigestSwitch />
      {isStaff && (
        <p className={classes.model}>
          Scores follow a published model. <Link to={`${HUB}/model`}>See the scoring model in force</Link>,
          and the <Link to={`${HUB}/environment`}>environmental and infrastructure layers</Link>
        </p>
      )}
      {mayImport && <RecentImports />}
    </Page>
  );
}

function Datasets({ mayImport }: { mayImport: boolean }) {
  const { clientId } = useParams();
  const asStaff = clientOf(useUser()) === null;
  const { data, error, isPending, refetch } = useHubDatasets(clientId);
  if (isPending) return <DatasetsSkeleton />;
  if (error && !data) {
    return (
      <div className={classes.panel}>
        <ErrorState title="Failed to fetch datasets" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
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
}

function DatasetsSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading datasets">
      {[3, 2].map((rows) => (
        <div key={rows} className={classes.section}>
          <Skeleton height={16} width={120} mb={14} />
          <div className={classes.panel}>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity
              <div key={row} className={classes.skeletonRow}>
                <Skeleton height={14} width="28%" />
                <Skeleton height={14} width="10%" />
                <Skeleton height={14} width="8%" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
