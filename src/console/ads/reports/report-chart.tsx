import { useEffect, useRef, useSyncExternalStore } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatNumber, momentMs } from '../../locale/index.ts'
import { useTheme } from '../../shell/theme.ts'
import { t } from '../../texts/ads.ts'
import type { ChartSeries } from './chart-series.ts'

const height = 260

const darkScheme = matchMedia('(prefers-color-scheme: dark)')

const onScheme = (listener: () => void) => {
  darkScheme.addEventListener('change', listener)
  return () => darkScheme.removeEventListener('change', listener)
}

/** A chart of the first metric. The table below has the same data as text. */
export function ReportChart({ series }: { series: ChartSeries }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const isDark = useSyncExternalStore(onScheme, () => darkScheme.matches)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const chart = new uPlot(optionsFor(series, element), dataOf(series), element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
    // The chart uses the colors of the theme in which it was drawn.
  }, [series, theme, isDark])
  return (
    <div
      ref={box}
      className="chart"
      role="img"
      aria-label={t.chart(series.metric, series.labels[0] ?? '', series.labels.at(-1) ?? '')}
    />
  )
}

const dataOf = ({ kind, labels, values }: ChartSeries): uPlot.AlignedData => [
  labels.map((label, index) => (kind === 'line' ? momentMs(label) / 1000 : index)),
  [...values],
]

function optionsFor({ kind, metric, labels }: ChartSeries, element: HTMLElement): uPlot.Options {
  const [ink, line, accent] = ['--muted', '--line', '--accent'].map((name) =>
    colored(element, name),
  )
  const axis = {
    stroke: ink!,
    grid: { stroke: line!, width: 1 },
    ticks: { stroke: line!, width: 1 },
  }
  return {
    width: element.clientWidth,
    height,
    cursor: { drag: { x: false, y: false } },
    legend: { show: false },
    scales: {
      x: { time: kind === 'line' },
      y: { range: (_chart, _min, max) => [0, max * 1.1 || 1] },
    },
    axes: [
      kind === 'line'
        ? axis
        : {
            ...axis,
            splits: () => labels.map((_, index) => index),
            values: (_chart, splits) => splits.map((at) => shortened(labels[at] ?? '')),
          },
      { ...axis, values: (_chart, splits) => splits.map((value) => formatNumber(value)), size: 70 },
    ],
    series: [
      {},
      {
        label: metric,
        stroke: accent!,
        width: 2,
        ...(kind === 'bar' ? { fill: accent!, paths: uPlot.paths.bars!({ size: [0.6, 60] }) } : {}),
      },
    ],
  }
}

/** A color of the theme, resolved for the light or dark mode of an element. */
function colored(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}

const shortened = (label: string): string => (label.length > 14 ? `${label.slice(0, 13)}…` : label)
