import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, figureCells, figureHeads } from './figure.ts'

/** A figure, and when and where it was measured last. */
export interface Measurement {
  readonly workload: string
  readonly figure: Figure
  /** An ISO date. */
  readonly date: string
  /** One of the machines that `RESULTS.md` describes. */
  readonly machine: string
  /** The load average before the run, which other programs caused. */
  readonly load: number
}

/** The figures as lines for a terminal. */
export function tableText(figures: readonly Figure[]): string {
  const rows = [figureHeads, ...figures.map(figureCells)]
  const widths = figureHeads.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]!.length)),
  )
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return rows.map((cells) => `${line(cells).trimEnd()}\n`).join('')
}

const measurementsFile = join(import.meta.dirname, 'measurements.json')
const resultsFile = join(import.meta.dirname, 'RESULTS.md')

export const readMeasurements = (): Measurement[] =>
  JSON.parse(readFileSync(measurementsFile, 'utf8'))

export const readResults = (): string => readFileSync(resultsFile, 'utf8')

/** Stores measurements in place of earlier ones of the same figures, and updates the tables of `RESULTS.md`. */
export function storeMeasurements(latest: readonly Measurement[]): void {
  const all = withLatest(readMeasurements(), latest)
  writeFileSync(measurementsFile, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(resultsFile, withTables(readResults(), all))
}

/** Replaces measurements of the same figures where they are, and appends those of new figures. */
export function withLatest(
  stored: readonly Measurement[],
  latest: readonly Measurement[],
): Measurement[] {
  const all = new Map(
    [...stored, ...latest].map((measurement) => [
      `${measurement.workload}: ${measurement.figure.name}`,
      measurement,
    ]),
  )
  return [...all.values()]
}

const tablePattern = /<!-- figures: (?<workloads>[^>]*) -->\n.*?<!-- end -->/gs

/** The page with the measurements of the workloads that each of its tables names. */
export function withTables(page: string, measurements: readonly Measurement[]): string {
  return page.replace(tablePattern, (_, workloads: string) => {
    const rows = workloads
      .split(' ')
      .flatMap((name) => measurements.filter(({ workload }) => workload === name))
    return `<!-- figures: ${workloads} -->\n\n${tableMarkdown(rows)}\n<!-- end -->`
  })
}

function tableMarkdown(measurements: readonly Measurement[]): string {
  const heads = [...figureHeads, 'measured on']
  const rows = measurements.map(({ figure, date, machine, load }) => [
    ...figureCells(figure),
    [date, machine, ...(load < 1 ? [] : [`load ${load}`])].join(', '),
  ])
  return [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

/** The workloads that a page has tables for. */
export const shownWorkloads = (page: string): string[] =>
  [...page.matchAll(tablePattern)].flatMap(({ groups }) => groups!.workloads!.split(' '))
