import type { Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import { bookIndex, wordDocument } from '#/storage/word-index.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import type { VolumeWords } from '../domain/volume-words.ts'
import { returnToShelves, withdrawFromShelves } from '../store/withdrawal.ts'
import { draftOf, type WholeDraft, wholeDraft } from './draft.ts'
import { TermCounts } from './terms.ts'

export interface Written {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/**
 * Puts records into the catalogue: a volume is known by its source and key, and is written again
 * only when its record has changed. Many at a time cost much less each than a few.
 */
export function writeVolumes(tx: Transaction, records: readonly VolumeRecord[]): Promise<Written> {
  return write(tx, records.map(draftOf), wholeDraft)
}

/** The same for drafts that another thread has made. */
export const writeDrafts = (tx: Transaction, drafts: readonly WholeDraft[]): Promise<Written> =>
  write(tx, drafts, (draft) => draft)

/** Completes only those that have changed. */
async function write<D extends Pick<WholeDraft, 'id' | 'digest'>>(
  tx: Transaction,
  drafts: readonly D[],
  complete: (draft: D) => WholeDraft,
): Promise<Written> {
  await tx.first(lockCatalogue, none)
  const wanted = new Map(drafts.map((draft) => [draft.id, draft]))
  const ids = JSON.stringify([...wanted.keys()])
  const present = new Map((await tx.all(findPresent, { ids })).map((row) => [row.id, row]))
  const changed = [...wanted.values()]
    .filter(({ id, digest }) => present.get(id)?.digest !== digest)
    .map(complete)
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

async function remove(
  tx: Transaction,
  present: readonly { readonly rank: number }[],
  counts: TermCounts,
): Promise<void> {
  if (present.length === 0) return
  const ranks = JSON.stringify(present.map(({ rank }) => rank))
  for (const words of await tx.all(findWords, { ranks })) counts.add(words, -1)
  await tx.run(removeFromIndex, { ranks })
  await tx.run(deleteWords, { ranks })
  await tx.run(deleteVolumes, { ranks })
}

async function insert(
  tx: Transaction,
  drafts: readonly WholeDraft[],
  counts: TermCounts,
): Promise<void> {
  for (const { words } of drafts) counts.add(words, 1)
  const placed = await inFreePlaces(tx, drafts)
  await tx.runEach(
    insertVolume,
    placed.map(({ rank, draft }) => ({
      rank,
      id: draft.id,
      source: draft.source,
      source_key: draft.sourceKey,
      digest: draft.digest,
      is_ebook: draft.isEbook ? 1 : 0,
      is_preorder: draft.isPreorder ? 1 : 0,
      cover: draft.cover,
      record: draft.text,
      ...draft.wire,
    })),
  )
  await tx.runEach(
    insertWords,
    placed.map(({ rank, draft: { published, words } }) => ({
      rank,
      published,
      ...words,
      // Made only where the engine asks for it.
      get document() {
        return wordDocument(bookIndex, { ...words })
      },
    })),
  )
  await tx.run(addToIndex, { ranks: JSON.stringify(placed.map(({ rank }) => rank)) })
}

interface Placed {
  rank: number
  readonly draft: WholeDraft
}

/**
 * A place for each, as near as possible to where it belongs. They come in the order of their places:
 * an index of words takes rows in this order together, and any others one by one.
 */
async function inFreePlaces(tx: Transaction, drafts: readonly WholeDraft[]): Promise<Placed[]> {
  const placed = drafts.map((draft): Placed => ({ rank: draft.rank, draft }))
  const taken = new Set<number>()
  for (let open = placed; open.length > 0; ) {
    const ranks = JSON.stringify(open.map(({ rank }) => rank))
    for (const { rank } of await tx.all(findTaken, { ranks })) taken.add(rank)
    open = open.filter((entry) => {
      const isFree = !taken.has(entry.rank)
      if (isFree) taken.add(entry.rank)
      else entry.rank += 1
      return !isFree
    })
  }
  return placed.sort((one, other) => one.rank - other.rank)
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

const wordColumns = [
  'rank',
  'published',
  'title',
  'authors',
  'publisher',
  'subjects',
  'marks',
  'description',
] as const

type WordRow = Record<(typeof wordColumns)[number], string | number> & { document: string }

const insertWords = statement<WordRow>(({ wordDocument }) => {
  const { columns, values } = wordDocument('document')
  return `insert into book_words (${[...wordColumns, ...columns].join(', ')})
    values (${[...wordColumns.map((name) => `:${name}`), ...values].join(', ')})`
})

const addToIndex = statement<{ ranks: string }>(({ addWords }) => addWords(bookIndex, 'ranks'))

const removeFromIndex = statement<{ ranks: string }>(({ removeWords }) =>
  removeWords(bookIndex, 'ranks'),
)

const findWords = statement<{ ranks: string }, VolumeWords>(
  ({ inIntegers }) =>
    `select title, authors, publisher, subjects, marks, description
     from book_words where rank ${inIntegers('ranks')}`,
)

const deleteWords = statement<{ ranks: string }>(
  ({ inIntegers }) => `delete from book_words where rank ${inIntegers('ranks')}`,
)
