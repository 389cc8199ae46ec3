import { createHash } from 'node:crypto'
import type { Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import { staticRank } from '../domain/static-rank.ts'
import { volumeFacts } from '../domain/volume-facts.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import { keptText } from '../domain/wire-marks.ts'
import { wireVolume } from '../domain/wire-volume.ts'

export interface Written {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/**
 * Puts records into the catalogue: a volume is known by its source and key, and is written again
 * only when its record has changed. Meant for some hundred records at a time.
 */
export async function writeVolumes(
  tx: Transaction,
  records: readonly VolumeRecord[],
): Promise<Written> {
  await tx.first(lockCatalogue, none)
  const wanted = new Map(records.map((record) => draft(record)).map((entry) => [entry.id, entry]))
  const ids = JSON.stringify([...wanted.keys()])
  const present = new Map((await tx.all(findPresent, { ids })).map((row) => [row.id, row]))
  const changed = [...wanted.values()].filter(
    ({ id, digest }) => present.get(id)?.digest !== digest,
  )
  const replaced = changed.flatMap(({ id }) => present.get(id) ?? [])
  if (changed.length > 0) {
    await remove(
      tx,
      replaced.map(({ rank }) => rank),
    )
    await insert(tx, changed)
    await tx.run(advanceCatalogue, { added: changed.length - replaced.length })
  }
  return {
    created: changed.length - replaced.length,
    updated: replaced.length,
    unchanged: wanted.size - changed.length,
  }
}

/** Takes volumes out of the catalogue, and says how many of them were there. */
export async function removeVolumes(tx: Transaction, ids: readonly string[]): Promise<number> {
  await tx.first(lockCatalogue, none)
  const present = await tx.all(findPresent, { ids: JSON.stringify(ids) })
  if (present.length === 0) return 0
  await remove(
    tx,
    present.map(({ rank }) => rank),
  )
  await tx.run(advanceCatalogue, { added: -present.length })
  return present.length
}

interface Draft {
  readonly id: string
  readonly record: VolumeRecord
  readonly text: string
  readonly digest: string
}

function draft(given: VolumeRecord): Draft {
  const text = keptText(JSON.stringify(given))
  const record = JSON.parse(text) as VolumeRecord
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { id: volumeIdOf(record), record, text, digest }
}

async function remove(tx: Transaction, ranks: readonly number[]): Promise<void> {
  if (ranks.length > 0) await tx.run(deleteVolumes, { ranks: JSON.stringify(ranks) })
}

async function insert(tx: Transaction, drafts: readonly Draft[]): Promise<void> {
  const ranks = await freeRanks(tx, drafts)
  const rows = drafts.map(({ id, record, text, digest }, index) => {
    const facts = volumeFacts(record)
    return {
      rank: ranks[index],
      id,
      source: record.source,
      source_key: record.sourceKey,
      digest,
      published: 0,
      is_ebook: facts.isEbook ? 1 : 0,
      is_preorder: facts.saleability === 'FOR_PREORDER' ? 1 : 0,
      cover: record.cover ?? null,
      record: text,
      ...wireVolume(record, id),
    }
  })
  await tx.run(insertVolumes, { rows: JSON.stringify(rows) })
}

/** A place for each, as near as possible to where it belongs. */
async function freeRanks(tx: Transaction, drafts: readonly Draft[]): Promise<number[]> {
  const ranks = drafts.map(({ id, record }) => staticRank(record, id))
  const taken = new Set<number>()
  for (let open = ranks.map((_, index) => index); open.length > 0; ) {
    const wanted = JSON.stringify(open.map((index) => ranks[index]))
    for (const { rank } of await tx.all(findTaken, { ranks: wanted })) taken.add(rank)
    open = open.filter((index) => {
      const isFree = !taken.has(ranks[index]!)
      if (isFree) taken.add(ranks[index]!)
      else ranks[index]! += 1
      return !isFree
    })
  }
  return ranks
}

const lockCatalogue = statement<typeof none, { version: number }>(
  ({ forUpdate }) => `select version from book_catalogue where id = 1 ${forUpdate}`,
)

const advanceCatalogue = statement<{ added: number }>(
  'update book_catalogue set version = version + 1, volumes = volumes + :added where id = 1',
)

const findPresent = statement<{ ids: string }, { id: string; rank: number; digest: string }>(
  ({ inTexts }) => `select id, rank, digest from book_volumes where id ${inTexts('ids')}`,
)

const findTaken = statement<{ ranks: string }, { rank: number }>(
  ({ inIntegers }) => `select rank from book_volumes where rank ${inIntegers('ranks')}`,
)

const deleteVolumes = statement<{ ranks: string }>(
  ({ inIntegers }) => `delete from book_volumes where rank ${inIntegers('ranks')}`,
)

const volumeColumns = {
  rank: 'integer',
  id: 'text',
  source: 'text',
  source_key: 'text',
  digest: 'text',
  published: 'integer',
  is_ebook: 'integer',
  is_preorder: 'integer',
  cover: 'text',
  record: 'text',
  wire: 'text',
  description: 'text',
  brief: 'text',
  details: 'text',
} as const

const insertVolumes = statement<{ rows: string }>(
  ({ jsonRows }) =>
    `insert into book_volumes (${Object.keys(volumeColumns).join(', ')})
     select ${Object.keys(volumeColumns).join(', ')} from ${jsonRows('rows', volumeColumns)}`,
)
