import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatScore, signedPoints } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import type { ScorePart, ScoreParts } from '../score-parts.ts';
import classes from './breakdown-card.module.css';
import { TrainingBar } from './training-bar.tsx';

const BreakdownChart = lazy(() => import('./breakdown-chart.tsx'));

/** Height of one bar with its label, in pixels. */
const ROW_HEIGHT = 44;

/** The components and adjustments of a score, as bars or as a table. */
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
          <div role="img" className={classes.chart} aria-label={descriptionOf(score)}>
            <BreakdownChart score={score} rowHeight={ROW_HEIGHT} />
          </div>
        </Suspense>
      )}
      {score.training && <TrainingBar training={score.training} />}
    </Card>
  );
}

const descriptionOf = ({ parts, changes }: ScoreParts) =>
  [
    ...parts.map(({ label, points, maxPoints }) => `${label} ${formatScore(points)} of ${maxPoints}`),
    ...changes.map(({ label, points }) => `${label} ${signedPoints(points)}`),
  ].join(', ');

interface Row {
  label: string;
  detail?: string;
  points: string;
  max?: number;
  kind: 'part' | 'item' | 'change' | 'total';
}

const partRow = ({ label, points, maxPoints, tooltip }: ScorePart, kind: Row['kind']): Row => ({
  label,
  detail: tooltip,
  points: formatScore(points),
  max: maxPoints,
  kind,
});

function rowsOf({ parts, changes, total }: ScoreParts): Row[] {
  return [
    ...parts.flatMap((part) => [
      partRow(part, 'part'),
      ...(part.items.length > 1 ? part.items.map((item) => partRow(item, 'item')) : []),
    ]),
    ...changes.flatMap(({ label, points, tooltip, items }): Row[] => [
      { label, detail: items.length > 0 ? '' : tooltip, points: signedPoints(points), kind: 'change' },
      ...items.map(
        (item): Row => ({
          label: item.label,
          detail: item.tooltip,
          points: signedPoints(item.points),
          kind: 'item',
        }),
      ),
    ]),
    { label: 'Score', points: formatScore(total), max: 100, kind: 'total' },
  ];
}

const BreakdownTable = ({ score }: { score: ScoreParts }) => (
  <DataTable
    label="Score breakdown"
    className={classes.table}
    rows={rowsOf(score)}
    keyOf={(_, index) => index} // labels may repeat, and rows do not move
    columns={[
      {
        header: 'Component',
        cell: ({ label, detail, kind }) => (
          <span data-kind={kind}>
            {label}
            {detail && <small>{detail}</small>}
          </span>
        ),
      },
      { header: 'Points', isNumeric: true, cell: ({ points }) => points },
      { header: 'Max', isNumeric: true, cell: ({ max }) => max },
    ]}
  />
);
