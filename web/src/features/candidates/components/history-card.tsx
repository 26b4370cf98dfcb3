import type { ScoreChange } from '@landline/api/candidates/contract';
import { Button, Skeleton } from '@mantine/core';
import { formatDate, formatScore, signedPoints } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { useHistory } from '../api/get-history.ts';
import classes from './history-card.module.css';

/** What changed the score, when and by whom, newest first. */
export function HistoryCard({ candidateId }: { candidateId: string }) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useHistory(candidateId);
  return (
    <Card title="Score history">
      {isPending ? (
        <div role="status" aria-label="Loading the history">
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} height={34} mb={12} />
          ))}
        </div>
      ) : !data ? (
        <ErrorState title="Failed to fetch the history" error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <EmptyState title="No score yet">Its history begins when its dataset has been scored.</EmptyState>
      ) : (
        <ol className={classes.changes}>
          {data.map((change) => (
            <Change key={change.position} change={change} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older changes
        </Button>
      )}
    </Card>
  );
}

function Change({ change }: { change: ScoreChange }) {
  const { at, by, before, score } = change;
  return (
    <li className={classes.change}>
      <div className={classes.what}>
        <span>{causeInWords(change)}</span>
        <small>
          {formatDate(at)}, {by.name}
        </small>
      </div>
      <div className={`${classes.score} num`}>
        <span>{formatScore(score)}</span>
        {before != null && score !== null && before !== score && (
          <small data-down={score < before || undefined}>{signedPoints(score - before)}</small>
        )}
      </div>
    </li>
  );
}

function causeInWords({ cause, classification, judgements = 0, before }: ScoreChange): string {
  switch (cause) {
    case 'imported':
      return before === undefined ? 'Imported and scored' : 'Imported again';
    case 'assessed':
      return 'Environmental layers changed';
    case 'model':
      return 'New scoring model';
    case 'learned':
      return judgements === 0
        ? 'Nothing is learned from classifications any more'
        : `Learned from ${judgements} ${judgements === 1 ? 'classification' : 'classifications'}`;
    case 'classified':
      return `Classified as ${classification ?? ''}`;
    case 'classification_removed':
      return 'Classification removed';
  }
}
