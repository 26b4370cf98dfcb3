import { Anchor, CloseButton, Group, Skeleton, Text } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { formatScore } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { GradeBadge } from '../../../../shared/ui/grade-badge.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { ScrollFrame } from '../../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import table from '../../../../shared/ui/table.module.css';
import { useDataset } from '../../datasets/api/datasets.ts';
import { candidatePath, hubOf } from '../../datasets/paths.ts';
import { useComparedCandidates } from '../api/candidates.ts';
import { candidateName } from '../columns.ts';
import { COMPARE_MIN, compareIdsIn } from '../compare-ids.ts';
import { type ComparedCandidate, comparisonOf } from '../comparison.ts';
import classes from './compare-page.module.css';

/** Two to four candidates side by side. */
export function Component() {
  const [query, setQuery] = useSearchParams();
  const ids = compareIdsIn(query.toString());
  const { candidates, isPending, error, refetch } = useComparedCandidates(ids);
  const remove = (id: string) =>
    setQuery({ ids: ids.filter((other) => other !== id).join(',') }, { replace: true });
  return (
    <Page
      title="Compare Properties"
      subtitle="Scores and facts side by side. The best value of each row is highlighted."
      wide
    >
      {ids.length < COMPARE_MIN ? (
        <EmptyState title="Nothing to compare" icon={IconColumns2}>
          Select two to four properties in a list, then choose Compare.
        </EmptyState>
      ) : error ? (
        <ErrorState title="Failed to fetch candidate details" error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div role="status" aria-label="Loading properties">
          <Skeleton height={420} />
        </div>
      ) : (
        <Comparison compared={candidates} onRemove={ids.length > COMPARE_MIN ? remove : null} />
      )}
    </Page>
  );
}

interface ComparisonProps {
  compared: readonly ComparedCandidate[];
  /** Null if no more candidates can be removed. */
  onRemove: ((id: string) => void) | null;
}

function Comparison({ compared, onRemove }: ComparisonProps) {
  return (
    <ScrollFrame label="Comparison, scrolls sideways">
      <table className={`${table.table} ${classes.table}`} aria-label="Comparison">
        <thead>
          <tr>
            <th>
              <span className={common.hidden}>Compared by</span>
            </th>
            {compared.map(({ candidate }) => (
              <th key={candidate.id} scope="col">
                <Heading candidate={candidate} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisonOf(compared).map(({ title, lines }) => (
            <Fragment key={title}>
              <tr className={classes.group}>
                <th colSpan={compared.length + 1} scope="colgroup">
                  {title}
                </th>
              </tr>
              {lines.map(({ label, values, best }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {values.map((value, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity within its row
                    <td key={at} data-best={best[at] || undefined} className="num">
                      {value}
                      {best[at] && <span className={common.hidden}>, best</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

type HeadingProps = Pick<ComparedCandidate, 'candidate'> & Pick<ComparisonProps, 'onRemove'>;

function Heading({ candidate, onRemove }: HeadingProps) {
  const { data: dataset } = useDataset(candidate.dataset_key);
  const hub = hubOf(useLocation().pathname);
  const name = candidateName(candidate);
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      justify="space-between"
      align="stretch"
      fz="md"
      style={{ whiteSpace: 'normal' }}
    >
      <div>
        {dataset ? (
          <Anchor
            component={Link}
            to={candidatePath(dataset, candidate.id, hub)}
            fw={600}
            c="var(--text)"
            td="underline"
          >
            {name}
          </Anchor>
        ) : (
          name
        )}
        <Text fz="xs" fw={450} c="dimmed" mt={2}>
          {candidate.dataset_name}
        </Text>
        <Group gap="4px 8px" mt="xs" fz={22} fw={620} c="var(--text)">
          <span className="num">{formatScore(candidate.score)}</span> <GradeBadge grade={candidate.grade} />
        </Group>
      </div>
      {onRemove && (
        <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={() => onRemove(candidate.id)} />
      )}
    </Group>
  );
}
