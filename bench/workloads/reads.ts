import type { Figure } from '../figure.ts'
import { type Engine, SharedPlaces } from '../shared-places.ts'
import type { WorkloadOptions } from '../workload.ts'
import { measureWeeks } from './freebusy.ts'
import { measureFirstLists, measureRotation } from './reads/many-calendars.ts'
import {
  measureCompressedWindows,
  measureLargeCalendar,
  measureReaders,
  measureWindows,
  measureWindowsAndPatches,
} from './reads/windows.ts'
import { measureInserts, measureSync } from './reads/writes.ts'
import { measureMonths } from './series.ts'

interface Row {
  readonly measure: (places: SharedPlaces) => Promise<Figure>
  readonly isOnPostgres?: boolean
}

const rows: Readonly<Record<number, Row>> = {
  1: { measure: measureWindows, isOnPostgres: true },
  2: { measure: measureWindowsAndPatches, isOnPostgres: true },
  3: { measure: measureMonths },
  4: { measure: measureSync, isOnPostgres: true },
  5: { measure: measureFirstLists },
  6: { measure: measureReaders },
  7: { measure: measureWeeks },
  8: { measure: measureInserts },
  9: { measure: measureLargeCalendar },
  10: { measure: measureRotation },
  11: { measure: measureCompressedWindows },
}

/** The numbers of the rows that can be measured on an engine. */
export const readsRows = (engine: Engine): string[] =>
  Object.keys(rows).filter((number) => engine === 'SQLite' || rows[Number(number)]!.isOnPostgres)

/** Reads that a cache of whole replies cannot answer: windows, calendars and callers differ. */
export async function measureReads({ engine, only }: WorkloadOptions): Promise<Figure[]> {
  await using places = new SharedPlaces(engine)
  const figures: Figure[] = []
  for (const number of readsRows(engine)) {
    if (only !== undefined && !only.includes(number)) continue
    process.stderr.write(`measuring row ${number}...\n`)
    const { bounds, ...figure } = await rows[Number(number)]!.measure(places)
    process.stderr.write(`${figure.name}: ${figure.value.toFixed(2)} ${figure.unit}\n`)
    const name = `${number}. ${figure.name}`
    // The bounds are those of the embedded database.
    if (engine === 'SQLite') figures.push({ ...figure, name, ...(bounds && { bounds }) })
    else figures.push({ ...figure, name: `${name}, ${engine} and its CPU included` })
  }
  return figures
}
