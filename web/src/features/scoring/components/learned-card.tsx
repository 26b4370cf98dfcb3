import type { ModelInForce } from '@landline/api/scoring/contract';
import type { TrainingScope } from '@landline/api/training/contract';
import { NativeSelect } from '@mantine/core';
import { formatCount, signedPoints } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import classes from './learned-card.module.css';
import { PointsBar } from './points-bar.tsx';

interface LearnedCardProps {
  learned: ModelInForce['learned'];
  scopes: readonly TrainingScope[];
  scope: string;
  onScope: (scope: string) => void;
}

/** What judgements taught: which kinds of properties score more or less, by how much, and from how many. */
export function LearnedCard({ learned, scopes, scope, onScope }: LearnedCardProps) {
  const chosen = scopes.find((one) => one.scope === scope);
  return (
    <Card
      title="Learned from classifications"
      aside={
        scopes.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Whose classifications"
            data={scopes.map(({ scope: value, name }) => ({ value, label: name }))}
            value={scope}
            onChange={({ currentTarget }) => onScope(currentTarget.value)}
          />
        )
      }
    >
      {chosen && (
        <p className={classes.from}>
          From <strong className="num">{formatCount(chosen.good + chosen.bad)}</strong>{' '}
          {chosen.good + chosen.bad === 1 ? 'classification' : 'classifications'}:{' '}
          <span className="num">{formatCount(chosen.good)}</span> good,{' '}
          <span className="num">{formatCount(chosen.bad)}</span> bad. What a client classifies trains that
          client's scores only.
        </p>
      )}
      {learned.length === 0 ? (
        <EmptyState title="Nothing has been learned yet">
          Classify properties as good or bad: others like them then score more or less.
        </EmptyState>
      ) : (
        <ScrollFrame label="What was learned, scrolls sideways">
          <table className={table.table} aria-label="What was learned">
            <thead>
              <tr>
                <th>Kind of property</th>
                <th>Type</th>
                <th data-num>Good</th>
                <th data-num>Bad</th>
                <th data-num>Points</th>
                <th className={classes.bar}>
                  <span className={table.hidden}>Direction and size</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {learned.map(({ property_type, trait, kind, good, bad, adjustment_value }) => (
                <tr key={`${property_type} ${trait} ${kind}`}>
                  <td>
                    {trait}: {kind}
                  </td>
                  <td>{property_type.toUpperCase()}</td>
                  <td data-num>{good}</td>
                  <td data-num>{bad}</td>
                  <td data-num>{signedPoints(adjustment_value)}</td>
                  <td className={classes.bar}>
                    <PointsBar points={adjustment_value} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Card>
  );
}
