import { mkdtempDisposableSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bookFixture } from '../../../../tests/support/book-fixtures.ts'
import type { BooksDependencies } from '../operation.ts'
import { importFiles } from './import-files.ts'
import { openSource } from './reading/source-file.ts'

/** Nothing is asked of them before the files are known. */
const parts = {} as BooksDependencies
const request = {
  entriesPerTransaction: () => 1,
  pause: async () => {},
  onProgress: () => {},
  onBad: () => {},
}
const goodreads = bookFixture('goodreads.csv')

describe('files to import', () => {
  it.each<[string[], string | undefined, RegExp]>([
    [['nowhere.csv'], undefined, /nowhere\.csv does not exist/],
    [[import.meta.dirname], undefined, /is not a file/],
    [
      [import.meta.filename],
      undefined,
      /It is not clear what import-files\.test\.ts is\. Say --format and one of .*goodreads/,
    ],
    [[goodreads], 'papyrus', /There is no format papyrus\. There are .*goodreads/],
    [[goodreads, bookFixture('calibre.csv')], undefined, /imported one at a time/],
  ])('%j as %s are refused with words that say why', async (paths, format, message) => {
    await expect(importFiles(parts, { ...request, paths, format })).rejects.toThrow(message)
  })

  it('that are packed and cut off are damaged', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'almanac-books-'))
    const path = join(folder.path, 'cut.txt.gz')
    await writeFile(path, (await readFile(bookFixture('open-library.txt.gz'))).subarray(0, 400))
    const readAll = async () => {
      const { read } = await openSource(path)
      for await (const chunk of read(() => {})) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(readAll()).rejects.toThrow('is damaged: it cannot be unpacked to its end.')
  })
})
