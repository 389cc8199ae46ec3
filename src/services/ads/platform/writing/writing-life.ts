import type { AgencyRecord } from '../../store/platform-records.ts'
import type { PlatformRecord } from '../record.ts'

type Life = Pick<AgencyRecord, 'createdAt' | 'modifiedAt'>

/** The properties of every kind. Those that a record omits keep their values. */
export function lifeOf(
  { values, attributes }: PlatformRecord,
  before: Life | undefined,
  nowMs: number,
) {
  const { name = '', status = 'Active', created, modified } = values
  return {
    name,
    status,
    attributes: JSON.stringify(attributes),
    createdAt: created === undefined ? (before?.createdAt ?? nowMs) : Number(created),
    modifiedAt: modified === undefined ? (before?.modifiedAt ?? nowMs) : Number(modified),
  }
}

/**
 * Removes rows that are the same as before. A row that differs gets the modification time of
 * the source, or the current time if that is not later than the last known one and so belongs to an earlier change.
 */
export function changedLife<Row extends Life>(
  rows: readonly Row[],
  beforeOf: (row: Row) => Row | undefined,
  nowMs: number,
): Row[] {
  return rows.flatMap((row) => {
    const before = beforeOf(row)
    if (before === undefined) return [row]
    const isLater = row.modifiedAt > before.modifiedAt
    if (!isLater && isSame({ ...row, modifiedAt: before.modifiedAt }, before)) return []
    return isLater ? [row] : [{ ...row, modifiedAt: nowMs }]
  })
}

/** Removes rows that are the same as before, for rows without times of their own. */
export const differing = <Row extends object>(
  rows: readonly Row[],
  beforeOf: (row: Row) => Row | undefined,
): Row[] => rows.filter((row) => !isSame(row, beforeOf(row)))

const isSame = <Row extends object>(row: Row, before: Row | undefined): boolean =>
  before !== undefined &&
  Object.entries(row).every(([name, value]) => before[name as keyof Row] === value)
