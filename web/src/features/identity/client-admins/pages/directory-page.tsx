import { Button, Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQueryStates } from 'nuqs';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../../shared/format.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import table from '../../../../shared/ui/table.module.css';
import { useClientAdmins } from '../api/client-admins.ts';
import { AdminTable } from '../components/admin-table.tsx';
import { DirectoryFilters } from '../components/directory-filters.tsx';
import { countsOf, directoryParsers, matchesFilter } from '../directory.ts';

const invite = (
  <Button component={Link} to="/SuperAdminPortal?tab=user-management">
    Invite Client Administrator
  </Button>
);

/** /SuperAdminPortal/client-admin-directory (spec 000 §2). */
export function Component() {
  const query = useClientAdmins();
  const [filter, setFilter] = useQueryStates(directoryParsers);
  return (
    <Page
      title="Client Admin Directory"
      subtitle="Client administrators and their clients' products."
      action={invite}
      wide
    >
      <QueryBody query={query} errorTitle="Error Loading Administrators" skeleton={<DirectorySkeleton />}>
        {(data) => (
          <>
            <Figures figures={countsOf(data)} />
            <DirectoryFilters admins={data} filter={filter} onFilter={(change) => void setFilter(change)} />
            <FilteredAdmins
              admins={data.filter((admin) => matchesFilter(admin, filter))}
              isDirectoryEmpty={data.length === 0}
              onClear={() => void setFilter(null)}
            />
          </>
        )}
      </QueryBody>
    </Page>
  );
}

function Figures({ figures }: { figures: ReturnType<typeof countsOf> }) {
  return (
    <StatCards label="Summary">
      <StatCard label="Total Administrators" value={formatCount(figures.total)} />
      <StatCard label="Active" value={formatCount(figures.active)} />
      <StatCard label="Inactive" value={formatCount(figures.inactive)} />
      <StatCard label="Clients Served" value={formatCount(figures.clients)} />
    </StatCards>
  );
}

interface FilteredAdminsProps {
  admins: Parameters<typeof AdminTable>[0]['admins'];
  isDirectoryEmpty: boolean;
  onClear: () => void;
}

function FilteredAdmins({ admins, isDirectoryEmpty, onClear }: FilteredAdminsProps) {
  if (admins.length > 0) return <AdminTable admins={admins} />;
  return (
    <div className={table.frame}>
      <EmptyState
        title={isDirectoryEmpty ? 'No administrators yet' : 'No administrators found'}
        icon={IconUsers}
        action={
          isDirectoryEmpty ? (
            invite
          ) : (
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      >
        {isDirectoryEmpty
          ? 'Invite the first administrator. The email contains a setup link.'
          : 'No administrator matches all filters.'}
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
