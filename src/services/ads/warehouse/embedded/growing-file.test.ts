import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GrowingFile } from './growing-file.ts'

describe('a file that grows', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-growing-'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has the rows that are whole, without those before the first, wherever it was cut', async () => {
    const path = join(folder, 'rows.csv')
    const append = (text: string) => appendFileSync(path, text)
    append('head\n')
    await using file = new GrowingFile(path, { skipped: 5, hasQuotes: true })
    expect(await file.count()).toBe(0)
    append('1,"a\n')
    expect(await file.count()).toBe(0)
    append('b"\n2,c')
    expect(await file.count()).toBe(1)
    append('\n3,d\n')
    expect(await file.count()).toBe(3)
    expect(await file.count()).toBe(3)
  })

  it('is waited for until it is there', async () => {
    await using file = new GrowingFile(join(folder, 'none'), { skipped: 0, hasQuotes: false })
    await expect(file.count()).rejects.toThrow('ENOENT')
  })
})
