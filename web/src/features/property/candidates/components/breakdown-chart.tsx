import { gradeOf } from '@landline/event-schemas';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { format } from 'echarts/core';
import { axisTooltip } from '../../../../shared/charts/axis-tooltip.ts';
import EChart from '../../../../shared/charts/echart.tsx';
import { CHART_COLORS, GRADE_COLORS } from '../../../../shared/palette.ts';
import { useIsPrinting } from '../../../../shared/use-is-printing.ts';
import { figuresOf, type ScoreParts } from '../score-parts.ts';

const BAR_WIDTH = 8;
/** Maximum width of a figure at the end of a line, in pixels. */
const FIGURE_WIDTH = 72;

interface Bar {
  points: number;
  max: number;
  color: string;
  tooltip: string;
}

/** A bar per component with its points and maximum, then one per adjustment. */
export default function BreakdownChart({ score, rowHeight }: { score: ScoreParts; rowHeight: number }) {
  const scheme = useComputedColorScheme('light');
  const isMotionReduced = useReducedMotion();
  const isPrinting = useIsPrinting();
  const grades = GRADE_COLORS[scheme];
  const { text, quiet, track } = CHART_COLORS[scheme];
  const bars: Bar[] = [
    ...score.components.map(({ points, maxPoints, tooltip }) => ({
      points: points ?? 0,
      max: maxPoints,
      color: grades[gradeOf(maxPoints === 0 ? 0 : ((points ?? 0) / maxPoints) * 100)],
      tooltip,
    })),
    ...score.adjustments.map(({ points, tooltip }) => ({
      points: Math.abs(points),
      max: 0,
      color: points < 0 ? grades.Unsuitable : grades.Excellent,
      tooltip,
    })),
  ];
  const figures = figuresOf(score);
  const widest = Math.max(...bars.map(({ points, max }) => Math.max(points, max)), 1);
  const shared = { type: 'bar', barWidth: BAR_WIDTH, barGap: '-100%', cursor: 'default' };
  const textOf =
    (field: 'label' | 'figure') =>
    ({ dataIndex }: { dataIndex: number }) =>
      figures[dataIndex]?.[field] ?? '';
  const optionFor = (width: number) => ({
    animation: !isMotionReduced && !isPrinting,
    animationDuration: 160,
    animationDurationUpdate: 200,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: 0, right: 0, top: 8, bottom: -8 },
    xAxis: { type: 'value', min: 0, max: widest, show: false },
    yAxis: { type: 'category', inverse: true, show: false, data: figures.map(({ label }) => label) },
    tooltip: {
      ...axisTooltip(scheme),
      extraCssText: 'max-width: 320px; white-space: normal; border-radius: 8px;',
      formatter: (hovered: { dataIndex: number }[]) => {
        const at = hovered[0]?.dataIndex ?? -1;
        const encode = format.encodeHTML;
        const [bar, entry] = [bars[at], figures[at]];
        if (!bar || !entry) return '';
        return `<strong>${encode(entry.label)} ${entry.figure}</strong><br>${encode(bar.tooltip)}`;
      },
    },
    series: [
      {
        ...shared,
        silent: true,
        itemStyle: { color: track, borderRadius: 3 },
        data: bars.map(({ max }) => max),
        label: {
          show: true,
          position: [0, -19],
          formatter: textOf('label'),
          color: text,
          fontSize: 13,
          width: width - FIGURE_WIDTH,
          overflow: 'truncate',
        },
      },
      {
        ...shared,
        itemStyle: { borderRadius: 3 },
        data: bars.map(({ points, color }) => ({ value: points, itemStyle: { color } })),
      },
      // An invisible bar over the whole width carries the figures, so that they align at the right edge.
      {
        ...shared,
        silent: true,
        itemStyle: { color: 'transparent' },
        data: bars.map(() => widest),
        label: {
          show: true,
          position: 'insideTopRight',
          offset: [5, -24],
          formatter: textOf('figure'),
          color: quiet,
          fontSize: 13,
          fontWeight: 500,
        },
      },
    ],
  });
  return <EChart optionFor={optionFor} height={bars.length * rowHeight} />;
}
