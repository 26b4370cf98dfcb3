import type { RankingChanges, RescoringRun } from '@landline/api/property/scoring/contract';
import { NativeSelect, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { Link } from 'react-router-dom';
import { formatCount, formatDate, formatScore } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { candidateName } from '../../candidates/columns.ts';
import { useExistingDataset } from '../../datasets/api/datasets.ts';
import { candidatePath } from '../../datasets/paths.ts';
import { useNewestRuns, useRankChanges } from '../api/scoring.ts';

const idOf = ({ dataset_key, scope }: RescoringRun) => `${dataset_key} ${scope}`;

/** The ranking of a dataset before and after its last rescoring. */
export function RankingCard() {
  const query = useNewestRuns();
  const [id, setId] = useQueryState('ranking', parseAsString);
  const runs = query.data ?? [];
  const run = runs.find((each) => idOf(each) === id) ?? runs[0];
  return (
    <Card
      title="Ranking before and after rescoring"
      aside={
        run && (
          <NativeSelect
            size="xs"
            aria-label="Dataset and scope"
            data={runs.map((listed) => ({
              value: idOf(listed),
              label: `${listed.dataset_name}, ${listed.scope_name}`,
            }))}
            value={idOf(run)}
            onChange={({ currentTarget }) => void setId(currentTarget.value)}
          />
        )
      }
    >
      <QueryBody query={query} errorTitle="The rescoring runs could not be loaded" skeleton={200}>
        {() =>
          run ? (
            <Ranking datasetKey={run.dataset_key} scope={run.scope} />
          ) : (
            <EmptyState title="No ranking yet">Rank changes appear here after a rescoring.</EmptyState>
          )
        }
      </QueryBody>
    </Card>
  );
}

const Ranking = ({ datasetKey, scope }: { datasetKey: string; scope: string }) => (
  <QueryBody
    query={useRankChanges(datasetKey, scope)}
    errorTitle="The ranking could not be loaded"
    skeleton={<Skeleton height={200} />}
  >
    {(changes) =>
      changes ? (
        <RankChanges changes={changes} datasetKey={datasetKey} />
      ) : (
        <EmptyState title="No earlier ranking is available">
          Rank changes appear here after the next rescoring.
        </EmptyState>
      )
    }
  </QueryBody>
);

function RankChanges({ changes, datasetKey }: { changes: RankingChanges; datasetKey: string }) {
  const dataset = useExistingDataset(datasetKey);
  const { changed, rose, fell, finished_at, top } = changes;
  return (
    <>
      <Text mb="sm">
        <strong className="num">{formatCount(changed)}</strong> {changed === 1 ? 'score' : 'scores'} changed
        on {formatDate(finished_at)}. <span className="num">{formatCount(rose)}</span>{' '}
        {rose === 1 ? 'property' : 'properties'} moved up and <span className="num">{formatCount(fell)}</span>{' '}
        moved down.
      </Text>
      <p className={common.note}>The 20 best properties before and after.</p>
      <DataTable
        label="Ranking before and after"
        scrolls
        rows={top}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Rank now', isNumeric: true, cell: ({ place }) => formatCount(place) },
          { header: 'Rank before', isNumeric: true, cell: ({ place_before }) => formatCount(place_before) },
          {
            header: 'Change',
            isNumeric: true,
            cell: ({ place, place_before }) => <RankChange by={place_before - place} />,
          },
          {
            header: 'Property',
            cell: (row) =>
              dataset ? (
                <Link to={candidatePath(dataset, row.id)}>{candidateName(row)}</Link>
              ) : (
                candidateName(row)
              ),
          },
          { header: 'Score before', isNumeric: true, cell: ({ before }) => formatScore(before) },
          { header: 'Score now', isNumeric: true, cell: ({ after }) => formatScore(after) },
        ]}
      />
    </>
  );
}

function RankChange({ by }: { by: number }) {
  if (by === 0)
    return (
      <Text span inherit c="dimmed">
        No change
      </Text>
    );
  return (
    <Text
      span
      inherit
      c={by > 0 ? 'var(--grade-excellent)' : 'var(--grade-poor)'}
      style={{ whiteSpace: 'nowrap' }}
    >
      <span aria-hidden>{by > 0 ? '▲' : '▼'}</span> {formatCount(Math.abs(by))}
      <VisuallyHidden>{by > 0 ? ' up' : ' down'}</VisuallyHidden>
    </Text>
  );
}
