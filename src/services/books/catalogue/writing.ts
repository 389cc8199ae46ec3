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
  const drafts = records.map(draftOf)
  return write(tx, new Map(drafts.map((draft) => [draft.id, draft])), wholeDraft)
}

/** The same for whole drafts by their ids, as another thread makes them. */
export const writeDrafts = (
  tx: Transaction,
  drafts: ReadonlyMap<string, WholeDraft>,
  counts: TermCounts,
): Promise<Written> => write(tx, drafts, (draft) => draft, counts)

/** Completes only those that have changed. */
async function write<D extends Pick<WholeDraft, 'id' | 'digest'>>(
  tx: Transaction,
  wanted: ReadonlyMap<string, D>,
  complete: (draft: D) => WholeDraft,
  counts = new TermCounts(),
): Promise<Written> {
  const version = await lock(tx)
  const ids = JSON.stringify([...wanted.keys()])
  const present = new Map((await tx.all(findPresent, { ids })).map((row) => [row.id, row]))
  const changed = [...wanted.values()]
    .filter(({ id, digest }) => present.get(id)?.digest !== digest)
    .map(complete)
  const replaced = changed.flatMap(({ id }) => present.get(id) ?? [])
  if (changed.length > 0) {
    counts.begin(version)
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
  const version = await lock(tx)
  const present = await tx.all(findPresent, { ids: JSON.stringify(ids) })
  if (present.length === 0) return 0
  const counts = new TermCounts()
  counts.begin(version)
  await remove(tx, present, counts)
  await counts.write(tx)
  await tx.run(advanceCatalogue, { added: -present.length })
  await withdrawFromShelves(
    tx,
    present.map(({ id }) => id),
  )
  return present.length
}

/** Lets nobody else change the catalogue, and tells its version. */
async function lock(tx: Transaction): Promise<number> {
  const found = await tx.first(lockCatalogue, none)
  if (found !== undefined) return found.version
  // After all contents were replaced by others without books.
  await tx.run(beginCatalogue, none)
  return (await tx.first(lockCatalogue, none))!.version
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
  await tx.runEach(insertVolume, placed.map(volumeRow))
  await tx.runEach(
    insertWords,
    placed.map(({ rank, draft }) => new WordRow(rank, draft)),
  )
  await tx.run(addToIndex, { ranks: JSON.stringify(placed.map(({ rank }) => rank)) })
}

const volumeRow = ({ rank, draft }: Placed): VolumeRow => ({
  rank,
  id: draft.id,
  source: draft.source,
  source_key: draft.sourceKey,
  digest: draft.digest,
  is_ebook: draft.isEbook ? 1 : 0,
  is_preorder: draft.isPreorder ? 1 : 0,
  cover: draft.cover,
  record: draft.text,
  wire: draft.wire.wire,
  description: draft.wire.description,
  brief: draft.wire.brief,
  details: draft.wire.details,
})

class WordRow implements VolumeWords {
  readonly rank: number
  readonly published: number
  readonly title: string
  readonly authors: string
  readonly publisher: string
  readonly subjects: string
  readonly marks: string
  readonly description: string

  constructor(rank: number, { published, words }: WholeDraft) {
    this.rank = rank
    this.published = published
    this.title = words.title
    this.authors = words.authors
    this.publisher = words.publisher
    this.subjects = words.subjects
    this.marks = words.marks
    this.description = words.description
  }

  /** Made only where the engine asks for it. */
  get document(): string {
    const { title, authors, publisher, subjects, marks, description } = this
    return wordDocument(bookIndex, { title, authors, publisher, subjects, marks, description })
  }
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

const beginCatalogue = statement(
  'insert into book_catalogue (id, version, volumes) values (1, 0, 0) on conflict (id) do nothing',
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

type VolumeRow = Record<(typeof volumeColumns)[number], string | number | null>

const insertVolume = statement<VolumeRow>(
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
