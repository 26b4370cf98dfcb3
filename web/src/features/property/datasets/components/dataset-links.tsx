import { Text } from '@mantine/core';
import { Link, NavLink } from 'react-router-dom';
import { formatCount } from '../../../../shared/format.ts';
import { useDatasets } from '../api/datasets.ts';
import { datasetPath, HUB } from '../paths.ts';
import classes from './dataset-links.module.css';

const MAX_LINKS = 10;

/** Sidebar links to the active datasets. */
export function DatasetLinks({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { data = [] } = useDatasets();
  const active = data.filter(({ status }) => status === 'active');
  if (active.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Datasets">
      {active.slice(0, MAX_LINKS).map((dataset) => (
        <li key={dataset.dataset_key}>
          <NavLink to={datasetPath(dataset)} className={classes.link ?? ''} onClick={onNavigate}>
            <Text span inherit truncate title={dataset.dataset_name}>
              {dataset.dataset_name.replace(/ Properties$/, '')}
            </Text>
            <Text span inherit fz="xs" c="dimmed" className="num">
              {formatCount(dataset.candidate_count)}
            </Text>
          </NavLink>
        </li>
      ))}
      {active.length > MAX_LINKS && (
        <li>
          <Link to={HUB} className={classes.link} onClick={onNavigate}>
            All {active.length} datasets
          </Link>
        </li>
      )}
    </ul>
  );
}
