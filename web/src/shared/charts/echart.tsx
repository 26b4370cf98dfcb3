import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import ReactECharts from 'echarts-for-react/esm/core';
import { useEffect, useRef } from 'react';
import { useWidth } from '../ui/use-width.ts';
import classes from './echart.module.css';

echarts.use([BarChart, GridComponent, TooltipComponent, SVGRenderer]);

interface EChartProps {
  /** Returns the chart's options for a width in pixels. */
  optionFor: (width: number) => echarts.EChartsCoreOption;
  height: number;
}

/** A chart that fills its container's width. Load it lazily: the library is larger than the rest of a page. */
export default function EChart({ optionFor, height }: EChartProps) {
  const { ref: container, width } = useWidth<HTMLDivElement>();
  const chart = useRef<ReactECharts>(null);
  useEffect(() => chart.current?.getEchartsInstance()?.resize({ width, height }), [width, height]);
  return (
    <div ref={container} className={classes.chart} style={{ height }}>
      {width > 0 && (
        // The effect resizes the chart, because the component's own observer also resizes disposed charts.
        <ReactECharts
          ref={chart}
          echarts={echarts}
          option={optionFor(width)}
          notMerge
          autoResize={false}
          opts={{ renderer: 'svg' }}
          style={{ width, height }}
        />
      )}
    </div>
  );
}
