import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createPrivateFolder } from './private-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'private-folder-'))
writeFileSync(join(root, 'file'), '')

afterAll(() => rmSync(root, { recursive: true }))

it('creates a folder with those above it, for its owner only, and accepts an existing one', () => {
  const path = join(root, 'a/b/c')
  createPrivateFolder(path)
  createPrivateFolder(path)
  for (const name of ['a', 'a/b', 'a/b/c']) {
    expect(statSync(join(root, name)).mode & 0o777).toBe(0o700)
  }
})

it.each([
  [join(root, 'file'), 'EEXIST'],
  [join(root, 'file/below'), 'EEXIST'],
  ['/proc/nowhere/below', /ENOENT|EACCES|EPERM|EROFS/],
])('refuses %s with one sentence', (path, code) => {
  expect(() => createPrivateFolder(path)).toThrow(`Cannot create the folder ${path} (`)
  expect(() => createPrivateFolder(path)).toThrow(code)
})
