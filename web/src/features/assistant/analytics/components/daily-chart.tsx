import type { DailyUsage } from '@landline/api/assistant/analytics/contract';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { axisTooltip } from '../../../../shared/charts/axis-tooltip.ts';
import EChart from '../../../../shared/charts/echart.tsx';
import { formatCount } from '../../../../shared/format.ts';
import { CHART_COLORS } from '../../../../shared/palette.ts';
import { shortDay } from '../days.ts';

const ACCENT = { light: '#6908c9', dark: '#a970ea' };
/** Width reserved for a day's label, in pixels. */
const LABEL_WIDTH = 64;

/** Bar chart of AI messages per day. */
export default function DailyChart({ days }: { days: readonly DailyUsage[] }) {
  const scheme = useComputedColorScheme('light');
  const isMotionReduced = useReducedMotion();
  const { quiet, line } = CHART_COLORS[scheme];
  const optionFor = (width: number) => ({
    animation: !isMotionReduced,
    animationDuration: 160,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: 44, right: 4, top: 12, bottom: 28 },
    xAxis: {
      type: 'category',
      data: days.map(({ date }) => shortDay(date)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { color: quiet, interval: Math.max(0, Math.ceil((days.length * LABEL_WIDTH) / width) - 1) },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { color: quiet, formatter: (value: number) => formatCount(value) },
      splitLine: { lineStyle: { color: line, opacity: 0.5 } },
    },
    tooltip: {
      ...axisTooltip(scheme),
      formatter: (hovered: { dataIndex: number }[]) => {
        const day = days[hovered[0]?.dataIndex ?? -1];
        return day
          ? `<strong>${shortDay(day.date)}</strong><br>${formatCount(day.ai_messages_count)} AI messages<br>${formatCount(day.non_billable_count)} questions`
          : '';
      },
    },
    series: [
      {
        type: 'bar',
        name: 'AI messages',
        barMaxWidth: 28,
        cursor: 'default',
        itemStyle: { color: ACCENT[scheme], borderRadius: [3, 3, 0, 0] },
        data: days.map(({ ai_messages_count }) => ai_messages_count),
      },
    ],
  });
  return <EChart optionFor={optionFor} height={240} />;
}
