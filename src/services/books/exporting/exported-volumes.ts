import type { Database, TableRow } from '#/storage/port.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import { presentedVolume } from '../presentation.ts'
import type { VolumeRow } from '../store/volumes.ts'

interface ExportOptions {
  readonly origin: string
  /** Where the service answers. */
  readonly api: string
  readonly country: string
}

/**
 * Every volume of the catalog as one line of JSON, as of one moment: what `volumes.get` answers,
 * and beside it what an import needs to give the volume the same id again.
 */
export async function exportVolumes(
  database: Database,
  options: ExportOptions,
  write: (line: string) => Promise<void>,
): Promise<number> {
  return database.snapshot(async (snapshot) => {
    let count = 0
    for await (const row of snapshot.rows('book_volumes')) {
      await write(exportedVolume(row, options))
      count++
    }
    return count
  })
}

function exportedVolume(row: TableRow, { origin, api, country }: ExportOptions): string {
  const { json } = presentedVolume(row as unknown as VolumeRow, {
    of: 'get',
    projection: 'full',
    country,
    origin,
    api,
    covers: { source: '', areDrawn: false },
  })
  const { source, sourceKey, alternativeTitles, series, cover } = JSON.parse(
    String(row.record),
  ) as VolumeRecord
  const almanac = { source, sourceKey, alternativeTitles, cover, ...(series?.[1] && { series }) }
  return `${json.slice(0, -1)},"almanac":${JSON.stringify(almanac)}}\n`
}
