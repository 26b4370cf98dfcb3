import { Button, Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQueryStates } from 'nuqs';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../shared/format.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { useClientAdmins } from '../api/list-client-admins.ts';
import { AdminTable } from '../components/admin-table.tsx';
import { DirectoryFilters } from '../components/directory-filters.tsx';
import { directoryParsers, figuresOf, isWanted } from '../directory.ts';

const invite = (
  <Button component={Link} to="/SuperAdminPortal?tab=user-management">
    Invite Client Administrator
  </Button>
);

/** /SuperAdminPortal/client-admin-directory (spec 000 §2). */
export function Component() {
  const { data, error, refetch } = useClientAdmins();
  const [filter, setFilter] = useQueryStates(directoryParsers);
  return (
    <Page
      title="Client Admin Directory"
      subtitle="The people who administer clients, and what their clients have."
      action={invite}
      wide
    >
      {error && !data ? (
        <ErrorState title="Error Loading Administrators" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <DirectorySkeleton />
      ) : (
        <>
          <Figures figures={figuresOf(data)} />
          <DirectoryFilters admins={data} filter={filter} onFilter={(change) => void setFilter(change)} />
          <Found
            admins={data.filter((admin) => isWanted(admin, filter))}
            none={data.length === 0}
            onClear={() => void setFilter(null)}
          />
        </>
      )}
    </Page>
  );
}

function Figures({ figures }: { figures: ReturnType<typeof figuresOf> }) {
  return (
    <StatCards label="Figures">
      <StatCard label="Total Administrators" value={formatCount(figures.total)} />
      <StatCard label="Active" value={formatCount(figures.active)} />
      <StatCard label="Inactive" value={formatCount(figures.inactive)} />
      <StatCard label="Clients Served" value={formatCount(figures.clients)} />
    </StatCards>
  );
}

interface FoundProps {
  admins: Parameters<typeof AdminTable>[0]['admins'];
  none: boolean;
  onClear: () => void;
}

function Found({ admins, none, onClear }: FoundProps) {
  if (admins.length > 0) return <AdminTable admins={admins} />;
  return (
    <div className={table.frame}>
      <EmptyState
        title={none ? 'No administrators yet' : 'No administrators found'}
        icon={<IconUsers size={24} stroke={1.5} />}
        action={
          none ? (
            invite
          ) : (
            <Button variant="default" onClick={onClear}>
              Clear the filters
            </Button>
          )
        }
      >
        {none ? 'Invite the first one; the mail leads to the setup.' : 'Nobody fits all of the filters.'}
      </EmptyState>
    </div>
  );
}

function DirectorySkeleton() {
  return (
    <div role="status" aria-label="Loading administrators">
      <Skeleton height={72} mb="lg" />
      <Skeleton height={36} mb="sm" />
      <Skeleton height={240} />
    </div>
  );
}
