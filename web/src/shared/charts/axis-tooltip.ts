import { CHART_COLORS, type Scheme } from '../palette.ts';

/** Returns the tooltip options that all charts share. */
export function axisTooltip(scheme: Scheme) {
  const { text, surface, line } = CHART_COLORS[scheme];
  return {
    trigger: 'axis',
    axisPointer: { type: 'none' },
    backgroundColor: surface,
    borderColor: line,
    textStyle: { color: text, fontSize: 13, fontFamily: 'inherit' },
  };
}
