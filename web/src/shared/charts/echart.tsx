import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useWidth } from '../ui/use-width.ts';
import classes from './echart.module.css';

echarts.use([BarChart, GridComponent, TooltipComponent, SVGRenderer]);

interface EChartProps {
  /** The chart, drawn for so many pixels. */
  optionFor: (width: number) => echarts.EChartsCoreOption;
  height: number;
}

/** A chart as wide as its place. Load it lazily: the library is larger than the rest of a page. */
export default function EChart({ optionFor, height }: EChartProps) {
  const { ref: place, width } = useWidth<HTMLDivElement>();
  const chart = useRef<echarts.ECharts>(null);
  useEffect(() => {
    const instance = echarts.init(place.current, null, { renderer: 'svg' });
    chart.current = instance;
    return () => instance.dispose();
  }, [place]);
  useEffect(() => {
    const { current: instance } = chart;
    if (!instance || width === 0) return;
    // Resizing cuts an animation short: only where it is needed.
    if (instance.getWidth() !== width || instance.getHeight() !== height) instance.resize({ width, height });
    instance.setOption(optionFor(width), { notMerge: true });
  }, [optionFor, width, height]);
  return <div ref={place} className={classes.chart} style={{ height }} />;
}
