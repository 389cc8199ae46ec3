import { mkdirSync, mkdtempDisposableSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { silentLog } from '#/kernel/log.ts'
import { worldFolders } from './folders.ts'

it('the folder of a new world contains nothing that a crash left in it', async () => {
  using data = mkdtempDisposableSync(join(tmpdir(), 'almanac-worlds-'))
  const worlds = worldFolders({ dataDir: data.path, log: silentLog })
  const folder = join(data.path, 'worlds', 'blue')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'almanac.sqlite-wal'), 'of another database')
  await worlds.create({ id: 'blue', isNamed: true, createdAtMs: 0 })
  expect(readdirSync(folder).toSorted()).toEqual(['almanac.sqlite', 'world.json'])
})

it('files that are no folders of worlds are not worlds', async () => {
  using data = mkdtempDisposableSync(join(tmpdir(), 'almanac-worlds-'))
  const worlds = worldFolders({ dataDir: data.path, log: silentLog })
  mkdirSync(join(data.path, 'worlds'))
  writeFileSync(join(data.path, 'worlds', '.DS_Store'), '')
  expect(await worlds.list()).toEqual([])
})

it('a world can be created after a failure to create one', async () => {
  using data = mkdtempDisposableSync(join(tmpdir(), 'almanac-worlds-'))
  const worlds = worldFolders({ dataDir: data.path, log: silentLog })
  const record = { id: 'blue', isNamed: true, createdAtMs: 0 }
  writeFileSync(join(data.path, 'worlds'), 'in place of the folder')
  await expect(worlds.create(record)).rejects.toThrow()
  rmSync(join(data.path, 'worlds'))
  await worlds.create(record)
  expect(await worlds.list()).toEqual([record])
})
