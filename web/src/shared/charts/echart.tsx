import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import ReactECharts from 'echarts-for-react/esm/core';

echarts.use([BarChart, GridComponent, TooltipComponent, SVGRenderer]);

interface EChartProps {
  option: echarts.EChartsCoreOption;
  height: number;
}

/** A chart. Load it lazily: the library is larger than the rest of a page. */
export default function EChart({ option, height }: EChartProps) {
  return (
    <ReactECharts
      echarts={echarts}
      option={option}
      notMerge
      opts={{ renderer: 'svg' }}
      style={{ height, width: '100%' }}
    />
  );
}
