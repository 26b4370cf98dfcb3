import type { Moves, RescoringRun } from '@landline/api/scoring/contract';
import type { TrainingScope } from '@landline/api/training/contract';
import { Alert, Button, NativeSelect, Skeleton } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { Link } from 'react-router-dom';
import { formatCount, formatDate, formatScore } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { useDatasets } from '../../datasets/api/list-datasets.ts';
import { candidatePath, SECTIONS } from '../../datasets/paths.ts';
import { useMoves } from '../api/get-moves.ts';
import { useNewestRuns } from '../api/list-newest-runs.ts';
import classes from './ranking-card.module.css';

const nameOf = ({ dataset_key, scope }: RescoringRun) => `${dataset_key} ${scope}`;

/** The ranking of a dataset before and after its scores were last made again. */
export function RankingCard({ scopes }: { scopes: readonly TrainingScope[] }) {
  const { data: runs } = useNewestRuns();
  const [chosen, choose] = useQueryState('ranking', parseAsString);
  const run = runs?.find((one) => nameOf(one) === chosen) ?? runs?.[0];
  if (!runs || !run) return null;
  const scopeNames = new Map(scopes.map(({ scope, name }) => [scope, name]));
  return (
    <Card
      title="Before and after"
      aside={
        <NativeSelect
          size="xs"
          aria-label="Ranking of"
          data={runs.map((one) => ({
            value: nameOf(one),
            label: `${one.dataset_key}, ${scopeNames.get(one.scope) ?? one.scope}`,
          }))}
          value={nameOf(run)}
          onChange={({ currentTarget }) => void choose(currentTarget.value)}
        />
      }
    >
      <Ranking datasetKey={run.dataset_key} scope={run.scope} />
    </Card>
  );
}

function Ranking({ datasetKey, scope }: { datasetKey: string; scope: string }) {
  const { data: moves, error, refetch } = useMoves(datasetKey, scope);
  if (moves === undefined) {
    return error ? (
      <Alert color="red" p="sm" role="alert">
        The ranking could not be read.{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
          Retry
        </Button>
      </Alert>
    ) : (
      <Skeleton height={200} />
    );
  }
  if (moves === null) {
    return (
      <EmptyState title="There is no earlier ranking">
        This dataset has been scored once. When its scores are made again, what moved appears here.
      </EmptyState>
    );
  }
  return <Moved moves={moves} datasetKey={datasetKey} />;
}

function Moved({ moves, datasetKey }: { moves: Moves; datasetKey: string }) {
  const { data: byType } = useDatasets();
  const dataset = SECTIONS.flatMap(({ type }) => byType?.[type] ?? []).find(
    ({ dataset_key }) => dataset_key === datasetKey,
  );
  return (
    <>
      <p className={classes.told}>
        <strong className="num">{formatCount(moves.changed)}</strong>{' '}
        {moves.changed === 1 ? 'score' : 'scores'} changed on {formatDate(moves.finished_at)}:{' '}
        <span className="num">{formatCount(moves.rose)}</span> rose in the ranking,{' '}
        <span className="num">{formatCount(moves.fell)}</span> fell.
      </p>
      <ScrollFrame label="Ranking before and after, scrolls sideways">
        <table className={table.table} aria-label="Ranking before and after">
          <thead>
            <tr>
              <th data-num>Now</th>
              <th data-num>Before</th>
              <th data-num>Moved</th>
              <th>Property</th>
              <th data-num>Score before</th>
              <th data-num>Score now</th>
            </tr>
          </thead>
          <tbody>
            {moves.top.map(({ id, apn, street_address, place, place_before, before, after }) => (
              <tr key={id}>
                <td data-num>{formatCount(place)}</td>
                <td data-num>{formatCount(place_before)}</td>
                <td data-num>
                  <Step by={place_before - place} />
                </td>
                <td>
                  {dataset ? (
                    <Link to={candidatePath(dataset, id)}>{street_address ?? `APN ${apn}`}</Link>
                  ) : (
                    (street_address ?? `APN ${apn}`)
                  )}
                </td>
                <td data-num>{formatScore(before)}</td>
                <td data-num>{formatScore(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </>
  );
}

/** How many places up or down. */
function Step({ by }: { by: number }) {
  if (by === 0) return <span className={classes.same}>same</span>;
  return (
    <span className={classes.step} data-up={by > 0 || undefined}>
      {by > 0 ? '▲' : '▼'} {formatCount(Math.abs(by))}
    </span>
  );
}
