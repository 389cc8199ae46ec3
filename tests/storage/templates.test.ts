import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase, templatePath } from '#/storage/open.ts'
import { silentLog } from '../support/engines.ts'
import { freshFolder } from '../support/fresh.ts'

const build = join(import.meta.dirname, '../../dist/server')

/** Opens a database that begins as a copy of a template, and returns what is logged. */
async function openWith(template: string, dataDir: string) {
  const messages: string[] = []
  const log = { ...silentLog, info: (message: string) => messages.push(message) }
  await using database = await openDatabase({ schema, dataDir, template, log })
  const problems = await database.problems()
  return { messages, problems, epoch: database.epoch }
}

it.each(['schema', 'starter'] as const)(
  'a database that begins as the template "%s" needs no migration and is private',
  async (contents) => {
    await using folder = await freshFolder()
    const opened = await openWith(templatePath(contents, build), folder.path)
    expect(opened).toEqual({ messages: ['database created'], problems: [], epoch: 1 })
    expect((await stat(join(folder.path, 'almanac.sqlite'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder.path)).not.toContain('almanac.sqlite.draft')
  },
)

it('a database is migrated from nothing without a template, or beside the log of another', async () => {
  await using folder = await freshFolder()
  const template = templatePath('schema', build)
  const { messages } = await openWith(`${template}.missing`, folder.path)
  expect(messages).toContain('schema migrated')
  const other = join(folder.path, 'other')
  await mkdir(other)
  await writeFile(join(other, 'almanac.sqlite-wal'), 'frames of a database that was removed')
  expect((await openWith(template, other)).messages).toContain('schema migrated')
})
