import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { replaceDatabase } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'replace-database-'))
const path = join(folder, 'almanac.sqlite')
const restored = join(folder, 'restored')

afterAll(() => rmSync(folder, { recursive: true }))

it('a database is replaced without its log, or stays as it is', async () => {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) writeFileSync(name, 'old')
  await expect(replaceDatabase(path, restored)).rejects.toThrow('ENOENT')
  expect(readFileSync(path, 'utf8')).toBe('old')
  writeFileSync(restored, 'new')
  await replaceDatabase(path, restored)
  expect(readdirSync(folder)).toEqual(['almanac.sqlite'])
  expect(readFileSync(path, 'utf8')).toBe('new')
})
