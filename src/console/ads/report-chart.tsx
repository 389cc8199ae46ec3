import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatNumber, momentMs } from '../locale/index.ts'
import type { ChartSeries } from './chart-series.ts'

const height = 260

/** A picture of the first figure; the table below says the same in words. */
export function ReportChart({ series }: { series: ChartSeries }) {
  const box = useRef<HTMLDivElement>(null)
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
  }, [series])
  return (
    <div
      ref={box}
      className="chart"
      role="img"
      aria-label={`${series.metric}, from ${series.labels[0]} to ${series.labels.at(-1)}`}
    />
  )
}

const dataOf = ({ kind, labels, values }: ChartSeries): uPlot.AlignedData => [
  labels.map((label, index) => (kind === 'line' ? momentMs(label) / 1000 : index)),
  [...values],
]

function optionsFor({ kind, metric, labels }: ChartSeries, element: HTMLElement): uPlot.Options {
  const style = getComputedStyle(element)
  const [ink, line, accent] = ['--muted', '--line', '--accent'].map((name) => coloured(style, name))
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

/** Colours of the theme come as pairs, which only a property of an element settles. */
function coloured(style: CSSStyleDeclaration, name: string): string {
  const pair = /light-dark\((.+), (.+)\)/.exec(style.getPropertyValue(name))
  const isDark =
    style.colorScheme === 'dark' ||
    (style.colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (isDark ? pair?.[2] : pair?.[1]) ?? 'gray'
}

const shortened = (label: string): string => (label.length > 14 ? `${label.slice(0, 13)}…` : label)
