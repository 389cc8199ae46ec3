import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettableClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { schema } from '../src/schema.ts'
import { seedCatalog } from '../src/services/books/starter/seeding.ts'
import { openDatabase, templatePath } from '../src/storage/open.ts'

/** Writes the databases that new ones begin as copies of into the build of the server. */
export async function writeTemplates(folder: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-templates-'))
  try {
    await using database = await openDatabase({ dataDir, schema, log: silentLog })
    await writeFile(templatePath('schema', folder), database.fileBytes()!)
    // The time of an import is not part of its result, so that equal sources have equal builds.
    await seedCatalog({ database, clock: new SettableClock({ mode: 'frozen', atMs: 0 }) })
    await writeFile(templatePath('starter', folder), database.fileBytes()!)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}
