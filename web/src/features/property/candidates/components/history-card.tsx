import type { ScoreChange } from '@landline/api/property/candidates/contract';
import { Box, Skeleton, Text } from '@mantine/core';
import { formatDate, formatScore, signedPoints } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { ShowOlder } from '../../../../shared/ui/show-older.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useHistory } from '../api/candidates.ts';
import classes from './history-card.module.css';

/** Score changes with cause, time and person, newest first. */
export function HistoryCard({ candidateId }: { candidateId: string }) {
  const query = useHistory(candidateId);
  return (
    <Card title="Score history">
      <QueryBody
        query={query}
        errorTitle="Score history could not be loaded"
        skeleton={<Skeleton height={124} role="status" aria-label="Loading score history" />}
      >
        {(changes) =>
          changes.length === 0 ? (
            <EmptyState title="No score yet">The history starts when the dataset is scored.</EmptyState>
          ) : (
            <Box component="ol" mb={4} className={common.list ?? ''}>
              {changes.map((change) => (
                <Change key={change.position} change={change} />
              ))}
            </Box>
          )
        }
      </QueryBody>
      <ShowOlder query={query} entries="changes" />
    </Card>
  );
}

function Change({ change }: { change: ScoreChange }) {
  const { at, by, before, score } = change;
  return (
    <li className={classes.change}>
      <Box miw={0}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {causeText(change)}
        </Text>
        <Text fz="xs" c="dimmed">
          {formatDate(at)} · {by.name}
        </Text>
      </Box>
      <Box flex="none" fw={600} ta="right" className="num">
        {formatScore(score)}
        {before != null && score !== null && before !== score && (
          <Text fz="xs" fw={550} c={score < before ? 'var(--grade-unsuitable)' : 'var(--grade-excellent)'}>
            {signedPoints(score - before)}
          </Text>
        )}
      </Box>
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
