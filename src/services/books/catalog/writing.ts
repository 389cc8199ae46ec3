import type { Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { wordDocument } from '#/storage/sql/word-index.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import type { VolumeWords } from '../domain/volume-words.ts'
import { catalogChannel } from '../schemas/volume.ts'
import { bookCatalog, bookIndex, bookVolumes, bookWords } from '../store/tables.ts'
import { returnToShelves, withdrawFromShelves } from '../store/withdrawal.ts'
import { draftOf, type WholeDraft, wholeDraft } from './draft.ts'
import { TermCounts } from './terms.ts'

interface Written {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/**
 * Puts records into the catalog: a volume is known by its source and key, and is written again
 * only when its record has changed. Many at a time cost much less each than a few.
 */
export function writeVolumes(tx: Transaction, records: readonly VolumeRecord[]): Promise<Written> {
  const drafts = records.map(draftOf)
  return write(tx, new Map(drafts.map((draft) => [draft.id, draft])), wholeDraft)
}

/** The same for whole drafts by their ids, which another thread has created. */
export const writeDrafts = (
  tx: Transaction,
  drafts: ReadonlyMap<string, WholeDraft>,
  counts: TermCounts,
): Promise<Written> => write(tx, drafts, (draft) => draft, counts)

/** Completes only those that have changed. */
async function write<D extends Pick<WholeDraft, 'id' | 'digest'>>(
  tx: Transaction,
  drafts: ReadonlyMap<string, D>,
  complete: (draft: D) => WholeDraft,
  counts = new TermCounts(),
): Promise<Written> {
  const version = await lock(tx)
  const ids = JSON.stringify([...drafts.keys()])
  const present = new Map((await tx.all(findPresent, { ids })).map((row) => [row.id, row]))
  const changed = [...drafts.values()]
    .filter(({ id, digest }) => present.get(id)?.digest !== digest)
    .map(complete)
  const replaced = changed.flatMap(({ id }) => present.get(id) ?? [])
  if (changed.length > 0) {
    counts.begin(version)
    await remove(tx, replaced, counts)
    await insert(tx, changed, counts)
    await counts.write(tx)
    await advance(tx, changed.length - replaced.length)
    const added = changed.filter(({ id }) => !present.has(id))
    await returnToShelves(
      tx,
      added.map(({ id }) => id),
    )
  }
  return {
    created: changed.length - replaced.length,
    updated: replaced.length,
    unchanged: drafts.size - changed.length,
  }
}

async function advance(tx: Transaction, added: number): Promise<void> {
  await tx.run(advanceCatalog, { added })
  await tx.notify(catalogChannel)
}

/** Takes volumes out of the catalog, and says how many of them were there. */
export async function removeVolumes(tx: Transaction, ids: readonly string[]): Promise<number> {
  const version = await lock(tx)
  const present = await tx.all(findPresent, { ids: JSON.stringify(ids) })
  if (present.length === 0) return 0
  const counts = new TermCounts()
  counts.begin(version)
  await remove(tx, present, counts)
  await counts.write(tx)
  await advance(tx, -present.length)
  await withdrawFromShelves(
    tx,
    present.map(({ id }) => id),
  )
  return present.length
}

/** Locks the catalog against other writers, and returns its version. */
async function lock(tx: Transaction): Promise<number> {
  const found = await tx.first(lockCatalog, none)
  if (found !== undefined) return found.version
  // After all contents were replaced by others without books.
  await tx.run(beginCatalog, none)
  return (await tx.first(lockCatalog, none))!.version
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

type VolumeRow = ReturnType<typeof volumeRow>

const volumeRow = ({ rank, draft }: Placed) => ({
  rank,
  id: draft.id,
  source: draft.source,
  sourceKey: draft.sourceKey,
  digest: draft.digest,
  isEbook: draft.isEbook ? 1 : 0,
  isPreorder: draft.isPreorder ? 1 : 0,
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

const lockCatalog = query<typeof none, { version: number }>(
  (_, { forUpdate }) => sql`select version from ${bookCatalog} where id = 1 ${forUpdate}`,
)

const beginCatalog = command(() =>
  insertInto(
    bookCatalog,
    { id: sql`1`, version: sql`0`, volumes: sql`0` },
    sql`on conflict (id) do nothing`,
  ),
)

const advanceCatalog = command<{ added: number }>(
  ({ added }) =>
    sql`update ${bookCatalog} set version = version + 1, volumes = volumes + ${added} where id = 1`,
)

const findPresent = query<{ ids: string }, { id: string; rank: number; digest: string }>(
  ({ ids }, { inTexts }) =>
    sql`select id, rank, digest from ${bookVolumes} where id ${inTexts(ids)}`,
)

const findTaken = query<{ ranks: string }, { rank: number }>(
  ({ ranks }, { inIntegers }) =>
    sql`select rank from ${bookVolumes} where rank ${inIntegers(ranks)}`,
)

const deleteVolumes = command<{ ranks: string }>(
  ({ ranks }, { inIntegers }) => sql`delete from ${bookVolumes} where rank ${inIntegers(ranks)}`,
)

const insertVolume = command<VolumeRow>((args) => insertInto(bookVolumes, rowOf(bookVolumes, args)))

const insertWords = command<WordRow>((args, { wordDocument }) =>
  insertInto(bookWords, { ...rowOf(bookWords, args), ...wordDocument(args.document) }),
)

const addToIndex = command<{ ranks: string }>(({ ranks }, { addWords }) =>
  addWords(bookIndex, ranks),
)

const removeFromIndex = command<{ ranks: string }>(({ ranks }, { removeWords }) =>
  removeWords(bookIndex, ranks),
)

const findWords = query<{ ranks: string }, VolumeWords>(
  ({ ranks }, { inIntegers }) => sql`select title, authors, publisher, subjects, marks, description
     from ${bookWords} where rank ${inIntegers(ranks)}`,
)

const deleteWords = command<{ ranks: string }>(
  ({ ranks }, { inIntegers }) => sql`delete from ${bookWords} where rank ${inIntegers(ranks)}`,
)
