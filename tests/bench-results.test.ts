import { describe, expect, it } from 'vitest'
import {
  type Measurement,
  readMeasurements,
  readResults,
  shownWorkloads,
  withLatest,
  withTables,
} from '../bench/results.ts'

const measured = (workload: string, name: string, value: number): Measurement => ({
  workload,
  figure: { name, value, unit: 'ms', bounds: { better: 'lower', floor: 10 }, detail: 'a detail' },
  date: '2027-01-05',
  machine: 'x64',
  load: 0,
})

describe('the page of results', () => {
  it('has the tables of the stored measurements', () => {
    expect(withTables(readResults(), readMeasurements())).toBe(readResults())
  })

  it('shows every workload that has measurements', () => {
    const workloads = new Set(readMeasurements().map(({ workload }) => workload))
    expect([...workloads].filter((name) => !shownWorkloads(readResults()).includes(name))).toEqual(
      [],
    )
  })

  it('shows where and when a figure was measured, and the load only if there was any', () => {
    const quiet = measured('get', 'a get', 9)
    const page = '<!-- figures: get -->\n<!-- end -->'
    expect(withTables(page, [quiet])).toContain(
      '| a get | 9 ms | ≤ 10 |  | yes | a detail | 2027-01-05, x64 |',
    )
    expect(withTables(page, [{ ...quiet, load: 12 }])).toContain('| 2027-01-05, x64, load 12 |')
  })
})

describe('a new measurement', () => {
  it('replaces the one of the same figure in its place, and others are kept', () => {
    const stored = [measured('get', 'a get', 9), measured('get', 'a list', 8)]
    const latest = [measured('get', 'a get', 7), measured('insert', 'a get', 6)]
    expect(withLatest(stored, latest)).toEqual([latest[0], stored[1], latest[1]])
  })
})
