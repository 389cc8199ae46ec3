import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  type ReleaseState,
  readState,
  releaseSettings,
  syncStatuses,
} from '../support/release-state.ts'
import { embeddedEngine, runAlmanac, wireEngines } from '../support/server.ts'

const fixtures = join(import.meta.dirname, '../fixtures/releases')

describe.each(readdirSync(fixtures))('what version %s has written', (version) => {
  const folder = join(fixtures, version)
  const unzipped = (name: string) => gunzipSync(readFileSync(join(folder, name)))
  const { syncTokens, ...expected } = JSON.parse(
    unzipped('state.json.gz').toString('utf8'),
  ) as ReleaseState

  it('is served from its data directory, with etags and sync tokens', async () => {
    await using place = await embeddedEngine.place({ isEmpty: true })
    const data = place.environment.ALMANAC_DATA_DIR!
    await mkdir(data, { mode: 0o700 })
    await writeFile(join(data, 'almanac.sqlite'), unzipped('almanac.sqlite.gz'), { mode: 0o600 })
    const server = await place.start(releaseSettings)
    expect(await readState(server.base)).toMatchObject(expected)
    expect(new Set(await syncStatuses(server.base, syncTokens))).toEqual(new Set([200]))
    await server.stop()
    expect(await runAlmanac(['check'], place.environment)).toMatchObject({
      code: 0,
      stdout: 'No problems found.\n',
    })
  })

  for (const engine of wireEngines) {
    it.skipIf(engine.unavailable)(`is restored from its backup on ${engine.name}`, async () => {
      await using place = await engine.place()
      const words = ['restore', join(folder, 'backup.gz'), '--yes']
      expect(await runAlmanac(words, place.environment)).toMatchObject({ code: 0, stderr: '' })
      const server = await place.start(releaseSettings)
      expect(await readState(server.base)).toMatchObject(expected)
      expect(new Set(await syncStatuses(server.base, syncTokens))).toEqual(new Set([200]))
    })
  }
})
