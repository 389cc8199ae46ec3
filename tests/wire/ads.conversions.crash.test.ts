import { describe, expect, it } from 'vitest'
import { AdsUser, ids, importPlatform } from '../support/ads-platform.ts'
import { until } from '../support/calling.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { embeddedEngine, runAlmanac } from '../support/server.ts'
import { WireUser } from '../support/wire-user.ts'

const rowsPerBatch = 20

// On PostgreSQL the database outlives the server: crash.test.ts shows what a killed server leaves behind there.
describe('uploads to a server that is killed', () => {
  it('are there whole when they were answered, and whole or absent when they were not', async () => {
    await using place = await embeddedEngine.place()
    await importPlatform(place, Temporal.Now.instant().epochMilliseconds)
    const server = await place.startProcess()
    const minted = await server.mint()
    const grant = ['ads', 'grant', minted.email, '--advertiser', ids.advertiser]
    await runAlmanac([...grant, '--role', 'uploader'], place.environment)
    const answered: number[] = []
    let batches = 0
    const upload = async () => {
      const user = adsUser(server.base, minted)
      for (;;) {
        const batch = ++batches
        const rows = Array.from({ length: rowsPerBatch }, (_, row) =>
          ofKeyword({ conversionId: `${batch}-${row}` }),
        )
        const reply = await user.insert(...rows).catch(() => undefined)
        if (reply?.status !== 200) return
        answered.push(batch)
      }
    }
    const uploads = [upload(), upload(), upload(), upload()]
    await until(
      () => answered.length,
      (count) => count > 20,
      60_000,
    )
    await server.kill()
    await Promise.all(uploads)

    const again = await place.start()
    const found = await adsUser(again.base, minted).allIds()
    const perBatch = Map.groupBy(found.map(String), (id) => id.split('-')[0]!)
    for (const batch of answered) expect(perBatch.get(String(batch))).toHaveLength(rowsPerBatch)
    for (const rows of perBatch.values()) expect(rows).toHaveLength(rowsPerBatch)
    const { stdout } = await runAlmanac(['check'], place.environment)
    expect(stdout).toBe('No problems found.\n')
  })
})

const adsUser = (base: string, { email, token }: { email: string; token: string }) =>
  new AdsUser(new WireUser({ base, paths: { calendar: '', almanac: '' } }, { email, token }))
