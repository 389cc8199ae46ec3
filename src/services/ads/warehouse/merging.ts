import { type Warehouse, withDuckDb } from './fact-import.ts'
import { factNames } from './facts.ts'

/** Merges the files of each fact into one, and returns the number of merged files. */
export async function mergeFiles(warehouse: Warehouse): Promise<number> {
  const { database, files } = warehouse
  if (database.engine !== 'sqlite') return 0
  using _ = await files.reserve()
  return await withDuckDb(warehouse, async (duckDb) => {
    let count = 0
    for (const fact of factNames) count += await files.merge(duckDb, fact)
    return count
  })
}
