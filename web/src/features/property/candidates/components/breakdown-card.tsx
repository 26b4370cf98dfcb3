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
  const bars = score.components.length + score.adjustments.length;
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

const descriptionOf = ({ components, adjustments }: ScoreParts) =>
  [
    ...components.map(({ label, points, maxPoints }) => `${label} ${formatScore(points)} of ${maxPoints}`),
    ...adjustments.map(({ label, points }) => `${label} ${signedPoints(points)}`),
  ].join(', ');

interface Row {
  label: string;
  detail?: string;
  points: string;
  max?: number;
  kind: 'component' | 'item' | 'adjustment' | 'total';
}

const partRow = ({ label, points, maxPoints, tooltip }: ScorePart, kind: Row['kind']): Row => ({
  label,
  detail: tooltip,
  points: formatScore(points),
  max: maxPoints,
  kind,
});

function rowsOf({ components, adjustments, total }: ScoreParts): Row[] {
  return [
    ...components.flatMap((component) => [
      partRow(component, 'component'),
      ...(component.items.length > 1 ? component.items.map((item) => partRow(item, 'item')) : []),
    ]),
    ...adjustments.flatMap(({ label, points, tooltip, items }): Row[] => [
      { label, detail: items.length > 0 ? '' : tooltip, points: signedPoints(points), kind: 'adjustment' },
      ...items.map(
        (item): Row => ({
          label: item.label,
          detail: item.tooltip,
          points: signedPoints(item.points),
          kind: 'item',
        }),
      ),
    ]),
    { label: 'AI score', points: formatScore(total), max: 100, kind: 'total' },
  ];
}

const BreakdownTable = ({ score }: { score: ScoreParts }) => (
  <DataTable
    label="Score breakdown"
    className={classes.table}
    rows={rowsOf(score)}
    keyOf={(_, index) => index} // labels can repeat; rows are never reordered
    columns={[
      {
        header: 'Component or adjustment',
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
