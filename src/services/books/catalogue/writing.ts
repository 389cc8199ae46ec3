import { hash } from 'node:crypto'
import type { Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import { staticRank } from '../domain/static-rank.ts'
import { volumeFacts } from '../domain/volume-facts.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import { type VolumeWords, volumeWords } from '../domain/volume-words.ts'
import { keptText } from '../domain/wire-marks.ts'
import { wireVolume } from '../domain/wire-volume.ts'
import { returnToShelves, withdrawFromShelves } from '../store/withdrawal.ts'
import { TermCounts } from './terms.ts'

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
    const counts = new TermCounts()
    await remove(tx, replaced, counts)
    await insert(tx, changed, counts)
    await counts.write(tx)
    await tx.run(advanceCatalogue, { added: changed.length - replaced.length })
    const added = changed.filter(({ id }) => !present.has(id))
    await returnToShelves(
      tx,
      added.map(({ id }) => id),
    )
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
  const counts = new TermCounts()
  await remove(tx, present, counts)
  await counts.write(tx)
  await tx.run(advanceCatalogue, { added: -present.length })
  await withdrawFromShelves(
    tx,
    present.map(({ id }) => id),
  )
  return present.length
}

interface Draft {
  readonly id: string
  readonly record: VolumeRecord
  readonly text: string
  readonly digest: string
}

function draft(given: VolumeRecord): Draft {
  const written = JSON.stringify(given)
  const text = keptText(written)
  const record = text === written ? given : (JSON.parse(text) as VolumeRecord)
  const digest = hash('sha256', text, 'base64url').slice(0, 22)
  return { id: volumeIdOf(record), record, text, digest }
}

async function remove(
  tx: Transaction,
  present: readonly { readonly rank: number }[],
  counts: TermCounts,
): Promise<void> {
  if (present.length === 0) return
  const ranks = JSON.stringify(present.map(({ rank }) => rank))
  for (const words of await tx.all(findWords, { ranks })) counts.add(words, -1)
  await tx.run(deleteWords, { ranks })
  await tx.run(deleteVolumes, { ranks })
}

async function insert(
  tx: Transaction,
  drafts: readonly Draft[],
  counts: TermCounts,
): Promise<void> {
  const ranks = await freeRanks(tx, drafts)
  const wordRows = drafts.map(({ record }, index) => {
    const words = volumeWords(record)
    counts.add(words, 1)
    return { rank: ranks[index], published: publishedDay(record), ...words }
  })
  const rows = drafts.map(({ id, record, text, digest }, index) => {
    const facts = volumeFacts(record)
    return {
      rank: ranks[index]!,
      id,
      source: record.source,
      source_key: record.sourceKey,
      digest,
      is_ebook: facts.isEbook ? 1 : 0,
      is_preorder: facts.saleability === 'FOR_PREORDER' ? 1 : 0,
      cover: record.cover ?? null,
      record: text,
      ...wireVolume(record, id),
    }
  })
  await tx.runEach(insertVolume, rows)
  await tx.run(insertWords, { rows: JSON.stringify(wordRows) })
}

/** The date as a number to sort by, 20070131; what is not known of it is 0. */
function publishedDay({ publishedDate = '' }: VolumeRecord): number {
  const [, year = '0', month = '0', day = '0'] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(publishedDate) ?? []
  return Number(year) * 10_000 + Number(month) * 100 + Number(day)
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

const volumeColumns = [
  'rank',
  'id',
  'source',
  'source_key',
  'digest',
  'is_ebook',
  'is_preorder',
  'cover',
  'record',
  'wire',
  'description',
  'brief',
  'details',
] as const

const insertVolume = statement<Record<(typeof volumeColumns)[number], string | number | null>>(
  `insert into book_volumes (${volumeColumns.join(', ')})
   values (${volumeColumns.map((name) => `:${name}`).join(', ')})`,
)

const wordColumns = {
  rank: 'integer',
  published: 'integer',
  title: 'text',
  authors: 'text',
  publisher: 'text',
  subjects: 'text',
  marks: 'text',
  description: 'text',
} as const

const insertWords = statement<{ rows: string }>(
  ({ jsonRows }) =>
    `insert into book_words (${Object.keys(wordColumns).join(', ')})
     select ${Object.keys(wordColumns).join(', ')} from ${jsonRows('rows', wordColumns)}`,
)

const findWords = statement<{ ranks: string }, VolumeWords>(
  ({ inIntegers }) =>
    `select title, authors, publisher, subjects, marks, description
     from book_words where rank ${inIntegers('ranks')}`,
)

const deleteWords = statement<{ ranks: string }>(
  ({ inIntegers }) => `delete from book_words where rank ${inIntegers('ranks')}`,
)
