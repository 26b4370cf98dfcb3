import type { Points } from '@landline/api/property/candidates/points-contract';
import { Box, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { gradeVariable } from '../../../../shared/palette.ts';
import common from '../../../../shared/ui/common.module.css';
import { gradeCounts } from '../map-points.ts';
import classes from './map-legend.module.css';

/** Legend of the grade colors, with the number of candidates in each. */
export function MapLegend({ points }: { points: Points }) {
  const counts = useMemo(() => gradeCounts(points), [points]);
  const missing = points.total - points.count;
  return (
    <section className={classes.legend} aria-label="Grades on the map">
      <Stack component="ul" gap={2} className={common.list ?? ''}>
        {counts.map(({ grade, count }) => (
          <li key={grade}>
            <Box component="span" w={9} h={9} bg={`var(${gradeVariable(grade)})`} bdrs="50%" />
            {grade} <span className="num">{formatCount(count)}</span>
          </li>
        ))}
      </Stack>
      {missing > 0 && (
        <Text inherit c="dimmed" maw="16em" mt={6}>
          <span className="num">{formatCount(missing)}</span> not on the map: no coordinates
        </Text>
      )}
    </section>
  );
}
