import { describe, expect, it } from 'vitest'
import { type AdsUser, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, ready, request, settled, tell } from '../support/ads-reports.ts'
import { until } from '../support/calling.ts'
import { largeReport, largeRowCount, largeStatistics } from '../support/large-statistics.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { wireEngines } from '../support/server.ts'
import { siteOf } from '../support/sites.ts'
import { expireLeases } from '../support/tampering.ts'

const header = 'keywordId,keywordText,date,deviceSegment,impr,clicks'
const rowsPerFile = 2_500
const inFiles = { maxRowsPerFile: rowsPerFile }
const environment = { ALMANAC_REPORT_ROWS_PER_FILE_MIN: '1000' }

/** The rows of files, without their headers. */
const rowsIn = (files: readonly string[]) =>
  files.flatMap((text) => {
    const [first, ...rows] = text.split('\n')
    expect(first).toBe(header)
    expect(rows.pop()).toBe('')
    return rows
  })

const clicksIn = (rows: readonly string[]) => new Set(rows.map((row) => row.split(',').at(-1)))

for (const engine of wireEngines) {
  describe(`a report of ${largeRowCount} rows on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('is cut into files, is of one moment, and survives that its server is killed', async () => {
      await using place = await engine.place()
      const server = await place.startProcess(environment)
      const site = siteOf(place, server)
      await tellPlatform(site, largeStatistics(1))
      const user = await newAdsUser(site)
      await isCut(user)
      await isTheSameInOtherForms(user)
      await isCounted(user)

      // Every row changes at once, while reports are being written.
      const changing = tell(site, largeStatistics(2))
      let isOver = false
      void changing.finally(() => {
        isOver = true
      })
      while (!isOver) await isOfOneMoment(user)
      await changing
      expect(await isOfOneMoment(user)).toEqual(new Set(['2']))

      const { json } = await request(user, largeReport(inFiles))
      await until(
        () => user.call(`/reports/${json.id}`),
        (reply) => (reply.json.almanac as { state: string }).state !== 'accepted',
      )
      await server.kill()
      await expireLeases(place)
      const again = user.at((await place.start(environment)).base)
      expect((await settled(again, json.id)).json).toMatchObject({ rowCount: largeRowCount })
      const files: string[] = []
      for (const fragment of [0, 1, 2]) {
        files.push((await again.call(`/reports/${json.id}/files/${fragment}`)).text)
      }
      const rows = rowsIn(files)
      expect([new Set(rows).size, clicksIn(rows)]).toEqual([largeRowCount, new Set(['2'])])
    })
  })
}

async function isCut(user: AdsUser): Promise<void> {
  const { id, report, files, listed } = await ready(user, largeReport(inFiles))
  expect(report.rowCount).toBe(largeRowCount)
  const rows = files.map((text) => rowsIn([text]).length)
  expect(rows).toEqual([rowsPerFile, rowsPerFile, largeRowCount - 2 * rowsPerFile])
  expect(listed.map(({ byteCount }) => byteCount)).toEqual(
    files.map((text) => String(Buffer.byteLength(text))),
  )
  expect(listed.map(({ url }) => url.split('/').at(-1))).toEqual(['0', '1', '2'])
  expect(new Set(rowsIn(files)).size).toBe(largeRowCount)
  const part = await user.call(`/reports/${id}/files/2`, { headers: { Range: 'bytes=100-199' } })
  expect([part.status, part.text]).toEqual([206, files[2]!.slice(100, 200)])
  expectRefusal(await user.call(`/reports/${id}/files/3`), notFound)
}

async function isTheSameInOtherForms(user: AdsUser): Promise<void> {
  const lines = await ready(user, largeReport({ ...inFiles, downloadFormat: 'jsonl' }))
  const objects = lines.files.map((text) => text.trimEnd().split('\n'))
  expect(objects.map(({ length }) => length)).toEqual([
    rowsPerFile,
    rowsPerFile,
    largeRowCount - 2 * rowsPerFile,
  ])
  expect(JSON.parse(objects[1]![0]!)).toMatchObject({ clicks: 1 })
  const whole = await ready(user, largeReport())
  expect([whole.files.length, rowsIn(whole.files).length]).toEqual([1, largeRowCount])
  const { id, listed } = await ready(user, largeReport({ ...inFiles, downloadFormat: 'parquet' }))
  expect(listed).toHaveLength(3)
  for (const [fragment, { byteCount }] of listed.entries()) {
    const { bytes } = await user.call(`/reports/${id}/files/${fragment}`)
    expect([bytes.subarray(0, 4).toString(), String(bytes.length)]).toEqual(['PAR1', byteCount])
  }
}

/** A page says how many rows there are in all, also one beyond the last. */
async function isCounted(user: AdsUser): Promise<void> {
  for (const [startRow, rowCount, count] of [
    [0, 10, 10],
    [rowsPerFile, rowsPerFile, rowsPerFile],
    [0, 0, 0],
  ] as const) {
    const { json, headers } = await generate(user, largeReport({ startRow, rowCount }))
    expect([json.rowCount, headers['x-total-count']]).toEqual([count, String(largeRowCount)])
  }
}

async function isOfOneMoment(user: AdsUser): Promise<ReadonlySet<unknown>> {
  const { files } = await ready(user, largeReport(inFiles))
  const rows = rowsIn(files)
  const clicks = clicksIn(rows)
  expect([rows.length, clicks.size]).toEqual([largeRowCount, 1])
  return clicks
}
