import { settleIndex } from '../catalog/settling.ts'
import { writeVolumes } from '../catalog/writing.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import type { BooksDependencies } from '../operation.ts'
import { BadEntry } from './entry.ts'
import { volumeIn } from './readers/json-lines.ts'
import { JsonMembers } from './syntax/json-members.ts'
import { tidyRecord } from './tidy-record.ts'

const volumesPerTransaction = 500

/**
 * Adds volumes to the catalog that are given as wire resources, in the format of `almanac books export`.
 * Returns the first invalid one; none is added then.
 */
export async function putVolumeResources(
  { database }: Pick<BooksDependencies, 'database'>,
  resources: readonly object[],
  pause: () => Promise<void>,
): Promise<{ readonly index: number; readonly why: string } | undefined> {
  const records: VolumeRecord[] = []
  for (const [index, resource] of resources.entries()) {
    try {
      records.push(tidyRecord(volumeIn(new JsonMembers(resource)), undefined))
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error
      return { index, why: `${error.message}.` }
    }
  }
  for (let start = 0; start < records.length; start += volumesPerTransaction) {
    const batch = records.slice(start, start + volumesPerTransaction)
    await database.transaction((tx) => writeVolumes(tx, batch))
    await pause()
  }
  if (records.length > 0) await settleIndex(database, pause)
  return undefined
}
