import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import table from '../../../../shared/ui/table.module.css';
import { HUB } from '../../datasets/paths.ts';
import { useImports } from '../api/list-imports.ts';
import classes from './recent-imports.module.css';
import { StatusBadge } from './status-badge.tsx';

const MAX_LISTED = 8;

/** Lists the latest imports; renders nothing when there are none. */
export function RecentImports() {
  const { data, error } = useImports();
  if (error && !data) return <p role="alert">Recent imports could not be loaded. {messageOf(error)}</p>;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports">
      <Text component="h2" id="recent-imports" fw={600} mb="xs">
        Recent imports
      </Text>
      <DataTable
        label="Recent imports"
        rows={data.slice(0, MAX_LISTED)}
        keyOf="import_id"
        isLink={() => true}
        columns={[
          {
            header: 'File',
            className: classes.file,
            cell: ({ import_id, file_name }) => (
              <Link to={`${HUB}/imports/${import_id}`} className={table.rowLink} title={file_name}>
                {file_name}
              </Link>
            ),
          },
          { header: 'Dataset', className: classes.optional, cell: ({ dataset_key }) => dataset_key },
          { header: 'Imported', isNumeric: true, cell: ({ imported }) => formatCount(imported) },
          {
            header: 'Rejected',
            isNumeric: true,
            className: classes.optional,
            cell: ({ rejected }) => formatCount(rejected),
          },
          {
            header: 'Status',
            className: classes.status,
            cell: (datasetImport) => <StatusBadge datasetImport={datasetImport} />,
          },
          {
            header: 'Started',
            className: `${classes.optional} ${classes.date}`,
            cell: ({ started_at }) => started_at && formatDate(started_at),
          },
        ]}
      />
    </section>
  );
}
