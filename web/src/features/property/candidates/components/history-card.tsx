import type { ScoreChange } from '@landline/api/property/candidates/contract';
import { Button, Skeleton } from '@mantine/core';
import { formatDate, formatScore, signedPoints } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useHistory } from '../api/candidates.ts';
import classes from './history-card.module.css';

/** Score changes with cause, time and person, newest first. */
export function HistoryCard({ candidateId }: { candidateId: string }) {
  const query = useHistory(candidateId);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <Card title="Score history">
      <QueryBody
        query={query}
        failed="Score history could not be loaded"
        loading={<Skeleton height={124} role="status" aria-label="Loading score history" />}
      >
        {(changes) =>
          changes.length === 0 ? (
            <EmptyState title="No score yet">The history starts when the dataset is scored.</EmptyState>
          ) : (
            <ol className={classes.changes}>
              {changes.map((change) => (
                <Change key={change.position} change={change} />
              ))}
            </ol>
          )
        }
      </QueryBody>
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
      <div className={classes.cause}>
        <span>{causeText(change)}</span>
        <small>
          {formatDate(at)} · {by.name}
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

function causeText({ cause, classification, judgements = 0, before }: ScoreChange): string {
  switch (cause) {
    case 'imported':
      return before === undefined ? 'Imported and scored' : 'Imported again';
    case 'assessed':
      return 'Environmental layers changed';
    case 'model':
      return 'New scoring model';
    case 'learned':
      return judgements === 0
        ? 'Training removed: no classifications left'
        : `Trained on ${judgements} ${judgements === 1 ? 'classification' : 'classifications'}`;
    case 'classified':
      return `Classified as ${classification ?? ''}`;
    case 'classification_removed':
      return 'Classification removed';
  }
}
