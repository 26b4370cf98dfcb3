import { CloseButton, Skeleton } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { formatScore } from '../../../shared/format.ts';
import { GradeBadge } from '../../../shared/ui/grade-badge.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { useDataset } from '../../datasets/api/get-dataset.ts';
import { candidatePath, hubOf } from '../../datasets/paths.ts';
import { useCompared } from '../api/get-compared.ts';
import { COMPARED_MIN, comparedIn } from '../compared.ts';
import { type Compared, comparisonOf, type LineGroup } from '../comparison.ts';
import classes from './compare-page.module.css';

/** Two to four candidates side by side. */
export function Component() {
  const [query, setQuery] = useSearchParams();
  const ids = comparedIn(query.toString());
  const { compared, isPending, error, refetch } = useCompared(ids);
  const remove = (id: string) =>
    setQuery({ ids: ids.filter((other) => other !== id).join(',') }, { replace: true });
  return (
    <Page
      title="Compare Properties"
      subtitle="Side by side, part by part. The best of each line is marked."
      wide
    >
      {ids.length < COMPARED_MIN ? (
        <EmptyState title="Nothing to compare" icon={<IconColumns2 size={24} stroke={1.5} />}>
          Check two to four properties in a list, then choose Compare.
        </EmptyState>
      ) : error ? (
        <ErrorState title="Failed to fetch candidate details" error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div role="status" aria-label="Loading the properties">
          <Skeleton height={420} />
        </div>
      ) : (
        <Comparison compared={compared} onRemove={ids.length > COMPARED_MIN ? remove : null} />
      )}
    </Page>
  );
}

interface ComparisonProps {
  compared: readonly Compared[];
  /** Null while there are no more than it takes. */
  onRemove: ((id: string) => void) | null;
}

function Comparison({ compared, onRemove }: ComparisonProps) {
  return (
    <ScrollFrame label="Comparison, scrolls sideways">
      <table className={`${table.table} ${classes.table}`} aria-label="Comparison">
        <thead>
          <tr>
            <th>
              <span className={table.hidden}>Compared by</span>
            </th>
            {compared.map(({ candidate }) => (
              <th key={candidate.id} scope="col">
                <Heading compared={candidate} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisonOf(compared).map((group) => (
            <Group key={group.title} group={group} span={compared.length + 1} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function Heading({
  compared,
  onRemove,
}: { compared: Compared['candidate'] } & Pick<ComparisonProps, 'onRemove'>) {
  const { data: dataset } = useDataset(compared.dataset_key);
  const hub = hubOf(useLocation().pathname);
  const name = compared.street_address ?? `APN ${compared.apn}`;
  return (
    <div className={classes.heading}>
      <div>
        {dataset ? <Link to={candidatePath(dataset, compared.id, hub)}>{name}</Link> : name}
        <p>{compared.dataset_name}</p>
        <p className={classes.score}>
          <span className="num">{formatScore(compared.score)}</span> <GradeBadge grade={compared.grade} />
        </p>
      </div>
      {onRemove && (
        <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={() => onRemove(compared.id)} />
      )}
    </div>
  );
}

function Group({ group: { title, lines }, span }: { group: LineGroup; span: number }) {
  return (
    <Fragment>
      <tr className={classes.group}>
        <th colSpan={span} scope="colgroup">
          {title}
        </th>
      </tr>
      {lines.map(({ label, values, best }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {values.map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity within its line
            <td key={at} data-best={best[at] || undefined} className="num">
              {value}
              {best[at] && <span className={table.hidden}>, best</span>}
            </td>
          ))}
        </tr>
      ))}
    </Fragment>
  );
}
