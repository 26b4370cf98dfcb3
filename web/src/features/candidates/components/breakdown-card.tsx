import { Button, Skeleton } from '@mantine/core';
import { Fragment, lazy, Suspense, useState } from 'react';
import { formatScore, signedPoints } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import table from '../../../shared/ui/table.module.css';
import type { ScorePart, ScoreParts } from '../score-parts.ts';
import classes from './breakdown-card.module.css';
import { ROW_HEIGHT } from './breakdown-rows.ts';
import { TrainingBar } from './training-bar.tsx';

const BreakdownChart = lazy(() => import('./breakdown-chart.tsx'));

/** What the score is made of, as bars or as a table. */
export function BreakdownCard({ score }: { score: ScoreParts }) {
  const [asTable, setAsTable] = useState(false);
  const bars = score.parts.length + score.changes.length;
  return (
    <Card
      title="Score breakdown"
      aside={
        <Button variant="subtle" size="compact-sm" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {asTable ? (
        <BreakdownTable score={score} />
      ) : (
        <Suspense fallback={<Skeleton height={bars * ROW_HEIGHT} />}>
          <div role="img" className={classes.chart} aria-label={inWords(score)}>
            <BreakdownChart score={score} />
          </div>
        </Suspense>
      )}
      {score.training && <TrainingBar training={score.training} />}
    </Card>
  );
}

const inWords = ({ parts, changes }: ScoreParts) =>
  [
    ...parts.map(({ label, points, maxPoints }) => `${label} ${formatScore(points)} of ${maxPoints}`),
    ...changes.map(({ label, points }) => `${label} ${signedPoints(points)}`),
  ].join(', ');

function BreakdownTable({ score: { parts, changes, total } }: { score: ScoreParts }) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            <th>Part</th>
            <th data-num>Points</th>
            <th data-num>Max</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Fragment key={part.label}>
              <PartRow part={part} />
              {part.items.length > 1 &&
                part.items.map((item) => <PartRow key={item.label} part={item} item />)}
            </Fragment>
          ))}
          {changes.map(({ label, points, tooltip, items }) => (
            <Fragment key={label}>
              <ChangeRow change={{ label, points, tooltip: items.length > 0 ? '' : tooltip }} />
              {items.map((item) => (
                <ChangeRow key={item.label} change={item} item />
              ))}
            </Fragment>
          ))}
          <tr className={classes.total}>
            <td>Score</td>
            <td data-num>{formatScore(total)}</td>
            <td data-num>100</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function ChangeRow({
  change: { label, points, tooltip },
  item = false,
}: {
  change: { label: string; points: number; tooltip: string };
  item?: boolean;
}) {
  return (
    <tr className={item ? classes.item : ''}>
      <td>
        {label}
        {tooltip && <small>{tooltip}</small>}
      </td>
      <td data-num>{signedPoints(points)}</td>
      <td />
    </tr>
  );
}

function PartRow({ part, item = false }: { part: ScorePart; item?: boolean }) {
  return (
    <tr className={item ? classes.item : classes.part}>
      <td>
        {part.label}
        <small>{part.tooltip}</small>
      </td>
      <td data-num>{formatScore(part.points)}</td>
      <td data-num>{part.maxPoints}</td>
    </tr>
  );
}
