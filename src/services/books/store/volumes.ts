import type { Reader } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import { bookVolumes } from './tables.ts'

/** A volume as stored: the columns for queries, and its texts. */
export interface VolumeRow {
  /** The primary key, and the rank among all volumes: the best-known have the lowest. */
  readonly rank: number
  readonly id: string
  /** A hash of the record. */
  readonly digest: string
  readonly isEbook: 0 | 1
  readonly isPreorder: 0 | 1
  /** The URL of a cover image. */
  readonly cover: string | null
  readonly wire: string
  readonly description: string
  readonly brief: string
  readonly details: string
}

/** The volumes of the catalog. */
export class Volumes {
  find(reader: Reader, id: string): Promise<VolumeRow | undefined> {
    return reader.first(find, { id })
  }

  /** In the order of the ids; unknown ones are omitted. */
  async findAll(reader: Reader, ids: readonly string[]): Promise<VolumeRow[]> {
    if (ids.length === 0) return []
    const rows = await reader.all(findAll, { ids: JSON.stringify(ids) })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** The same by rank. */
  async findRanked(reader: Reader, ranks: readonly number[]): Promise<VolumeRow[]> {
    if (ranks.length === 0) return []
    const rows = await reader.all(findRanked, { ranks: JSON.stringify(ranks) })
    const byRank = new Map(rows.map((row) => [row.rank, row]))
    return ranks.flatMap((rank) => byRank.get(rank) ?? [])
  }

  /** The source records of volumes, ordered by rank. */
  async recordsRanked(
    reader: Reader,
    ranks: readonly number[],
  ): Promise<{ readonly id: string; readonly record: VolumeRecord }[]> {
    if (ranks.length === 0) return []
    const rows = await reader.all(findRecords, { ranks: JSON.stringify(ranks) })
    const byRank = new Map(rows.map((row) => [row.rank, row]))
    return ranks
      .flatMap((rank) => byRank.get(rank) ?? [])
      .map(({ id, record }) => ({ id, record: JSON.parse(record) as VolumeRecord }))
  }

  async exists(reader: Reader, id: string): Promise<boolean> {
    return (await reader.first(exists, { id })) !== undefined
  }
}

const columns = sql`rank, id, digest, is_ebook as "isEbook", is_preorder as "isPreorder", cover, wire,
  description, brief, details`

const find = query<{ id: string }, VolumeRow>(
  ({ id }) => sql`select ${columns} from ${bookVolumes} where id = ${id}`,
)

const findAll = query<{ ids: string }, VolumeRow>(
  ({ ids }, { inTexts }) => sql`select ${columns} from ${bookVolumes} where id ${inTexts(ids)}`,
)

const findRanked = query<{ ranks: string }, VolumeRow>(
  ({ ranks }, { inIntegers }) =>
    sql`select ${columns} from ${bookVolumes} where rank ${inIntegers(ranks)}`,
)

const findRecords = query<{ ranks: string }, { rank: number; id: string; record: string }>(
  ({ ranks }, { inIntegers }) =>
    sql`select rank, id, record from ${bookVolumes} where rank ${inIntegers(ranks)}`,
)

const exists = query<{ id: string }, { id: string }>(
  ({ id }) => sql`select id from ${bookVolumes} where id = ${id}`,
)
