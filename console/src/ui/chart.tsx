import {
  BarChart,
  type BarSeriesOption,
  HeatmapChart,
  type HeatmapSeriesOption,
  LineChart,
  type LineSeriesOption,
  PieChart,
  type PieSeriesOption,
} from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
  VisualMapComponent,
  type VisualMapComponentOption,
} from 'echarts/components'
import { type ComposeOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { theme } from './theme'

use([
  ...[BarChart, LineChart, HeatmapChart, PieChart],
  ...[AriaComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent],
  SVGRenderer,
])

/** The options of the chart library, for the chart types of the console. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | HeatmapSeriesOption
  | PieSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>

/** The numbers of a chart as a table; the first cell of a row names it. */
export type ChartData = { head: readonly string[]; rows: readonly (readonly string[])[] }

type ChartProps = {
  /** What the chart shows, in one sentence, for screen readers. */
  label: string
  option: ChartOption
  data: ChartData
  height?: number
}

/** Colours of series, in their order. They can be told apart with red-green colour blindness. */
const CHART_COLOURS = ['#08794d', '#e2a336', '#1d5a9e', '#b0563c', '#7a6ba8', '#6b665b']
/** The size of a chart without a layout. */
const LEAST_SIZE = { width: 320, height: 200 }

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: Math.max(clientWidth, LEAST_SIZE.width),
  height: Math.max(clientHeight, LEAST_SIZE.height),
})

/** A chart that follows the width of its container, with its numbers as a table to unfold below. */
export function Chart({ label, option, data, height = 300 }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<ReturnType<typeof init>>()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = init(
      element,
      { color: CHART_COLOURS, textStyle: { fontFamily: theme.token?.fontFamily } },
      sizeOf(element),
    )
    drawn.current = chart
    const observer = new ResizeObserver(() => chart.resize(sizeOf(element)))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.dispose()
    }
  }, [])
  useEffect(() => {
    // Replaces the last option completely, so that nothing of another month stays.
    drawn.current?.setOption({ animation: false, ...option }, { notMerge: true })
  }, [option])
  return (
    <figure style={{ margin: 0 }}>
      <div ref={place} role="img" aria-label={label} style={{ height }} />
      <details className="chart-data">
        <summary>查看数据</summary>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {data.head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={data.head[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
