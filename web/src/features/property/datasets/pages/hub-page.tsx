import { Anchor, Box, Button, Group, Skeleton, Text } from '@mantine/core';
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
        <Text c="dimmed" mt="md" mb="xl">
          See the{' '}
          <Anchor component={Link} to={`${HUB}/model`} td="underline">
            scoring model
          </Anchor>{' '}
          and the{' '}
          <Anchor component={Link} to={`${HUB}/environment`} td="underline">
            environmental and infrastructure layers
          </Anchor>{' '}
          behind the scores.
        </Text>
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
      errorTitle="Failed to fetch datasets"
      skeleton={<DatasetsSkeleton />}
    >
      {(data) => {
        if (Object.values(data).flat().length === 0) {
          return (
            <Box bd="1px solid var(--line)" bdrs="md">
              <EmptyState
                title="No datasets are currently available."
                icon={IconDatabaseOff}
                action={mayImport && importButton}
              >
                Contact support to request access to additional datasets.
              </EmptyState>
            </Box>
          );
        }
        if (Array.isArray(data)) return <GrantedTable datasets={data} asStaff={asStaff} />;
        return SECTIONS.map((section) => ({ ...section, datasets: data[section.type] }))
          .filter(({ datasets }) => datasets.length > 0)
          .map(({ type, title, datasets }) => (
            <Box component="section" key={type} mb="xl" aria-labelledby={`section-${type}`}>
              <Group
                component="h2"
                id={`section-${type}`}
                gap="xs"
                align="baseline"
                m={0}
                mb="xs"
                fz="md"
                fw={600}
              >
                {title}
                <Text span fz="sm" fw={450} c="dimmed" className="num">
                  {datasets.length}
                </Text>
              </Group>
              <DatasetTable datasets={datasets} label={title} />
            </Box>
          ));
      }}
    </QueryBody>
  );
}

const DatasetsSkeleton = () => (
  <div aria-busy="true" role="status" aria-label="Loading datasets">
    {[160, 110].map((height) => (
      <Box key={height} mb="xl">
        <Skeleton height={16} width={120} mb={14} />
        <Skeleton height={height} />
      </Box>
    ))}
  </div>
);
