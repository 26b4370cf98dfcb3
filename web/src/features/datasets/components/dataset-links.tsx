import { Link, NavLink } from 'react-router-dom';
import { useDatasets } from '../api/list-datasets.ts';
import { datasetPath, HUB, SECTIONS } from '../paths.ts';
import classes from './dataset-links.module.css';

const SHOWN = 10;

/** The datasets that can be opened, below the hub in the sidebar. */
export function DatasetLinks({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { data } = useDatasets();
  const open = SECTIONS.flatMap(({ type }) => data?.[type] ?? []).filter(({ status }) => status === 'active');
  if (open.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Datasets">
      {open.slice(0, SHOWN).map((dataset) => (
        <li key={dataset.dataset_key}>
          <NavLink to={datasetPath(dataset)} className={classes.link ?? ''} onClick={onNavigate}>
            <span className={classes.name} title={dataset.dataset_name}>
              {dataset.dataset_name.replace(/ Properties$/, '')}
            </span>
            <span className={`${classes.count} num`}>{dataset.candidate_count.toLocaleString('en-US')}</span>
          </NavLink>
        </li>
      ))}
      {open.length > SHOWN && (
        <li>
          <Link to={HUB} className={classes.link} onClick={onNavigate}>
            All {open.length} datasets
          </Link>
        </li>
      )}
    </ul>
  );
}
