import { Connection } from './connection.ts'

/** Asks SQLite to check its own structures and the foreign keys. Takes as long as the file is big. */
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
