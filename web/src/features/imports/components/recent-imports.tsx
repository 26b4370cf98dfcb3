import { Link } from 'react-router-dom';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/http/errors.ts';
import table from '../../../shared/ui/table.module.css';
import { HUB } from '../../datasets/paths.ts';
import { useImports } from '../api/list-imports.ts';
import classes from './recent-imports.module.css';
import { StatusBadge } from './status-badge.tsx';

const SHOWN = 8;

/** The latest imports, the running ones with their progress. */
export function RecentImports() {
  const { data, error } = useImports();
  if (error && !data) return <p role="alert">Recent imports could not be loaded. {messageOf(error)}</p>;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports">
      <h2 id="recent-imports" className={classes.title}>
        Recent imports
      </h2>
      <div className={table.frame}>
        <table className={`${table.table} ${classes.table}`}>
          <thead>
            <tr>
              <th>File</th>
              <th className={classes.optional}>Dataset</th>
              <th data-num>Imported</th>
              <th data-num className={classes.optional}>
                Rejected
              </th>
              <th>Status</th>
              <th className={classes.optional}>Started</th>
            </tr>
          </thead>
          <tbody>
            {data.slice(0, SHOWN).map((run) => (
              <tr key={run.import_id} data-link>
                <td className={classes.file}>
                  <Link
                    to={`${HUB}/imports/${run.import_id}`}
                    className={table.rowLink}
                    title={run.file_name}
                  >
                    {run.file_name}
                  </Link>
                </td>
                <td className={classes.optional}>{run.dataset_key}</td>
                <td data-num>{formatCount(run.imported)}</td>
                <td data-num className={classes.optional}>
                  {formatCount(run.rejected)}
                </td>
                <td className={classes.status}>
                  <StatusBadge run={run} />
                </td>
                <td className={`${classes.optional} ${classes.date}`}>
                  {run.started_at && formatDate(run.started_at)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
