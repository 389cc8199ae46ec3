import { statSync } from 'node:fs'
import type { Vitals } from '../port.ts'
import { Connection } from './connection.ts'

/** Checks the structures of SQLite and the foreign keys. The duration depends on the size of the file. */
export function findProblems(path: string): string[] {
  const connection = new Connection(path, { readOnly: true })
  try {
    const problems: string[] = []
    for (const { integrity_check: found } of connection.walk('pragma integrity_check')) {
      if (found !== 'ok') problems.push(String(found))
    }
    for (const { table, rowid, parent } of connection.walk('pragma foreign_key_check')) {
      problems.push(`row ${rowid} of ${table} points to a missing row of ${parent}`)
    }
    return problems
  } finally {
    connection.close()
  }
}

/** The size of the file and of its write-ahead log. */
export const readVitals = (path: string): Vitals => ({
  bytes: sizeOf(path),
  logBytes: sizeOf(`${path}-wal`),
})

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
