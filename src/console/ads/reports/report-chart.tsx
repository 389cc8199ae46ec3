import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dateFormat, momentMs } from '../../locale/index.ts'
import { useTheme } from '../../shell/theme.ts'
import { t } from '../../texts/ads.ts'
import { formatDay } from './cells.ts'
import type { ChartSeries } from './chart-series.ts'
import { columnName } from './column-names.ts'

const height = 260

const darkScheme = matchMedia('(prefers-color-scheme: dark)')

const onScheme = (listener: () => void) => {
  darkScheme.addEventListener('change', listener)
  return () => darkScheme.removeEventListener('change', listener)
}

interface ReportChartProps {
  readonly series: ChartSeries
  /** Formats a value of the metric. */
  readonly format: (value: number) => string
}

/** A chart with a title and a legend, which shows the values at the pointer. The table has the same data as text. */
export function ReportChart({ series, format }: ReportChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const isDark = useSyncExternalStore(onScheme, () => darkScheme.matches)
  const [pointed, setPointed] = useState<number>()
  const shape = useEffectEvent((element: HTMLElement) =>
    optionsFor(series, element, format, setPointed),
  )
  useEffect(() => {
    const element = box.current
    if (element === null) return
    setPointed(undefined)
    const chart = new uPlot(shape(element), dataOf(series), element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
    // The chart uses the colors of the theme in which it was drawn.
  }, [series, theme, isDark])
  const { metric, over, labels, lines } = series
  const valueText = (value: number | null | undefined) =>
    value == null ? t.noValue : format(value)
  const title = t.chartTitle(columnName(metric), columnName(over))
  return (
    <figure className="chart-figure">
      <figcaption>{title}</figcaption>
      <div
        ref={box}
        className="chart"
        role="img"
        aria-label={t.chart(
          columnName(metric),
          formatDay(labels[0] ?? ''),
          formatDay(labels.at(-1) ?? ''),
        )}
      />
      <ul className="chart-legend" aria-hidden="true">
        {pointed !== undefined && <li>{formatDay(labels[pointed] ?? '')}</li>}
        {lines.map(({ name, values }, index) => (
          <li key={name}>
            <span className="chart-key" style={{ background: `var(${colorOf(index)})` }} />
            <bdi>{name === metric ? columnName(metric) : name}</bdi>
            {pointed !== undefined && <strong>{valueText(values[pointed])}</strong>}
          </li>
        ))}
      </ul>
    </figure>
  )
}

const colorOf = (index: number) => `--line-${index + 1}`

const dataOf = ({ kind, labels, lines }: ChartSeries): uPlot.AlignedData => [
  labels.map((label, index) => (kind === 'line' ? momentMs(label) / 1000 : index)),
  ...lines.map(({ values }) => [...values]),
]

function optionsFor(
  { kind, labels, lines }: ChartSeries,
  element: HTMLElement,
  format: (value: number) => string,
  onPointed: (index: number | undefined) => void,
): uPlot.Options {
  const [ink, line] = ['--muted', '--line'].map((name) => resolvedColor(element, name))
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
    hooks: { setCursor: [({ cursor }) => onPointed(cursor.idx ?? undefined)] },
    scales: {
      x: { time: kind === 'line' },
      y: { range: (_chart, _min, max) => [0, max * 1.1 || 1] },
    },
    axes: [
      kind === 'line'
        ? { ...axis, values: (_chart, splits) => splits.map(dayOnAxis) }
        : {
            ...axis,
            splits: () => labels.map((_, index) => index),
            values: (_chart, splits) => splits.map((at) => shortLabel(labels[at] ?? '')),
          },
      { ...axis, values: (_chart, splits) => splits.map(format), size: 90 },
    ],
    series: [
      {},
      ...lines.map(({ name }, index) => {
        const stroke = resolvedColor(element, colorOf(index))
        const bars =
          kind === 'bar' ? { fill: stroke, paths: uPlot.paths.bars!({ size: [0.6, 60] }) } : {}
        return { label: name, stroke, width: 2, ...bars }
      }),
    ],
  }
}

/** A color of the theme, resolved for the light or dark mode of an element. */
function resolvedColor(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}

/** The chart has its days in the time zone of the browser. */
const dayOnAxis = (seconds: number): string =>
  dateFormat({ month: 'short', day: 'numeric' }).format(seconds * 1000)

const shortLabel = (label: string): string => (label.length > 14 ? `${label.slice(0, 13)}…` : label)
