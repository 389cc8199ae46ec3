import type { Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { countedMarks, subjectMarks, type VolumeWords } from '../domain/volume-words.ts'
import { piecesOf } from '../domain/words/term-pieces.ts'
import { bookTermPieces, bookTerms } from '../store/tables.ts'
import { WordNumbers } from './word-numbers.ts'

const termsRememberedMax = 200_000

/**
 * How many volumes hold each word, as a change: words of volumes that go count down. One that is
 * used for many transactions remembers which words the vocabulary has, as long as nobody else writes.
 */
export class TermCounts {
  readonly #numbers = new WordNumbers()
  /** By number, how many volumes more or fewer hold a word since it was written last. */
  #volumes: number[] = []
  /** By number, the volume that was counted last, for each volume counts a word once. */
  #counted: number[] = []
  /** Words below this number were in the vocabulary when it was written last. */
  #termCount = 0
  #volume = 0
  #version: number | undefined

  /** Called with the version of the catalog that is about to change. */
  begin(version: number): void {
    if (version !== this.#version || this.#numbers.size > termsRememberedMax) this.#forget()
    this.#version = version + 1
  }

  add(words: VolumeWords, by: 1 | -1): void {
    this.#volume++
    this.#addText(words.title, by)
    this.#addText(words.authors, by)
    this.#addText(words.publisher, by)
    this.#addText(words.subjects, by)
    this.#addText(subjectMarks(words.subjects), by)
    this.#addText(countedMarks(words.marks), by)
    this.#addText(words.description, by)
  }

  /** Brings the vocabulary up to date, and with it the pieces that misspelt words are found by. */
  async write(tx: Transaction): Promise<void> {
    const added = await this.#addTerms(tx)
    const changed = this.#changedCounts()
    await tx.runEach(countTerm, changed, { areDistinct: true })
    if (added.length > 0) await tx.run(addPieces, { rows: pieceRows(added) })
    await this.#removeUnused(
      tx,
      changed.filter(({ volumes }) => volumes < 0),
    )
    this.#volumes.fill(0)
    this.#termCount = this.#numbers.size
  }

  #changedCounts(): { term: string; volumes: number }[] {
    const changed = this.#volumes.flatMap((volumes, number) =>
      volumes === 0 ? [] : { term: this.#numbers.wordOf(number), volumes },
    )
    // Neighbors in the order of the table share its pages, and transactions lock in one order.
    return changed.sort((one, other) => (one.term < other.term ? -1 : 1))
  }

  /** Those that the vocabulary does not have yet. */
  async #addTerms(tx: Transaction): Promise<string[]> {
    const unknown: string[] = []
    for (let number = this.#termCount; number < this.#numbers.size; number++) {
      if (this.#volumes[number] !== 0) unknown.push(this.#numbers.wordOf(number))
    }
    if (unknown.length === 0) return []
    const found = await tx.all(findTerms, { terms: JSON.stringify(unknown) })
    const existing = new Set(found.map(({ term }) => term))
    return unknown.filter((term) => !existing.has(term))
  }

  async #removeUnused(tx: Transaction, fewer: readonly { term: string }[]): Promise<void> {
    if (fewer.length === 0) return
    const terms = JSON.stringify(fewer.map(({ term }) => term))
    const unused = (await tx.all(findUnused, { terms })).map(({ term }) => term)
    if (unused.length === 0) return
    await tx.run(removePieces, { rows: pieceRows(unused) })
    await tx.run(removeTerms, { terms: JSON.stringify(unused) })
    this.#version = undefined
  }

  #addText(text: string, by: 1 | -1): void {
    this.#numbers.each(
      text,
      (from) => isCounted(text, from),
      (number) => {
        if (this.#counted[number] === this.#volume) return
        this.#counted[number] = this.#volume
        this.#volumes[number] = (this.#volumes[number] ?? 0) + by
      },
    )
  }

  #forget(): void {
    this.#numbers.clear()
    this.#volumes = []
    this.#counted = []
    this.#termCount = 0
  }
}

function pieceRows(terms: readonly string[]): string {
  const rows = terms.flatMap((term) => piecesOf(term).map((piece) => ({ piece, term })))
  return JSON.stringify(rows.sort((one, other) => (one.piece < other.piece ? -1 : 1)))
}

// Keys and numbers name single volumes: nobody asks how many there are. Marks of filters count, and
// the bars between words are none.
const isCounted = (text: string, from: number) =>
  text[from] !== '|' && (text[from + 1] !== ':' || !'ahkienrw'.includes(text[from]!))

const findTerms = query<{ terms: string }, { term: string }>(
  ({ terms }, { inTexts }) => sql`select term from ${bookTerms} where term ${inTexts(terms)}`,
)

const countTerm = command<{ term: string; volumes: number }>(({ term, volumes }) =>
  insertInto(
    bookTerms,
    { term, volumes },
    sql`on conflict (term) do update set volumes = ${bookTerms}.volumes + excluded.volumes`,
  ),
)

const findUnused = query<{ terms: string }, { term: string }>(
  ({ terms }, { inTexts }) =>
    sql`select term from ${bookTerms} where volumes <= 0 and term ${inTexts(terms)}`,
)

const removeTerms = command<{ terms: string }>(
  ({ terms }, { inTexts }) => sql`delete from ${bookTerms} where term ${inTexts(terms)}`,
)

const pieceColumns = { piece: 'text', term: 'text' } as const

const addPieces = command<{ rows: string }>(
  ({ rows }, { jsonRows }) => sql`insert into ${bookTermPieces} (piece, term)
     select piece, term from ${jsonRows(rows, pieceColumns)} as given where true
     on conflict (piece, term) do nothing`,
)

const removePieces = command<{ rows: string }>(
  ({ rows }, { jsonRows }) => sql`delete from ${bookTermPieces}
     where (piece, term) in (select piece, term from ${jsonRows(rows, pieceColumns)} as given)`,
)
