import type { Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { VolumeWords } from '../domain/volume-words.ts'
import { piecesOf } from '../domain/words/term-pieces.ts'

interface Change {
  by: number
  /** The volume that was counted last, for each volume counts a word once. */
  volume: number
}

/** How many volumes hold each word, as a change: words of volumes that go count down. */
export class TermCounts {
  readonly #changes = new Map<string, Change>()
  #volume = 0

  add(words: VolumeWords, by: 1 | -1): void {
    this.#volume++
    this.#addText(words.title, by)
    this.#addText(words.authors, by)
    this.#addText(words.publisher, by)
    this.#addText(words.subjects, by)
    this.#addText(words.marks, by)
    this.#addText(words.description, by)
  }

  /** Brings the vocabulary up to date, and with it the pieces that misspelt words are found by. */
  async write(tx: Transaction): Promise<void> {
    const changed: { term: string; volumes: number }[] = []
    for (const [term, { by }] of this.#changes) if (by !== 0) changed.push({ term, volumes: by })
    if (changed.length === 0) return
    // Neighbours in the order of the table share its pages, and transactions lock in one order.
    changed.sort(byTerm)
    const counted = await tx.all(countTerms, { rows: JSON.stringify(changed) })
    const unused: string[] = []
    const added: string[] = []
    for (const { term, volumes } of counted) {
      if (volumes <= 0) unused.push(term)
      else if (volumes === this.#changes.get(term)!.by) added.push(term)
    }
    if (added.length > 0) await tx.run(addPieces, { rows: pieceRows(added) })
    if (unused.length === 0) return
    await tx.run(removePieces, { rows: pieceRows(unused) })
    await tx.run(removeTerms, { terms: JSON.stringify(unused) })
  }

  #addText(text: string, by: 1 | -1): void {
    for (let from = 0; from < text.length; ) {
      const blank = text.indexOf(' ', from)
      const to = blank === -1 ? text.length : blank
      if (isCounted(text, from, to)) this.#count(text.slice(from, to), by)
      from = to + 1
    }
  }

  #count(term: string, by: 1 | -1): void {
    const change = this.#changes.get(term)
    if (change === undefined) this.#changes.set(term, { by, volume: this.#volume })
    else if (change.volume !== this.#volume) {
      change.volume = this.#volume
      change.by += by
    }
  }
}

const byTerm = (one: { term: string }, other: { term: string }) => (one.term < other.term ? -1 : 1)

function pieceRows(terms: readonly string[]): string {
  const rows = terms.flatMap((term) => piecesOf(term).map((piece) => ({ piece, term })))
  return JSON.stringify(rows.sort((one, other) => (one.piece < other.piece ? -1 : 1)))
}

// Keys and numbers name single volumes: nobody asks how many there are. Marks of filters count, and
// the bars between words are none.
const isCounted = (text: string, from: number, to: number) =>
  to > from && text[from] !== '|' && (text[from + 1] !== ':' || !'abhkienw'.includes(text[from]!))

const countTerms = statement<{ rows: string }, { term: string; volumes: number }>(
  ({ jsonRows }) =>
    `insert into book_terms (term, volumes)
     select term, volumes from ${jsonRows('rows', { term: 'text', volumes: 'integer' })} where true
     on conflict (term) do update set volumes = book_terms.volumes + excluded.volumes
     returning term, volumes`,
)

const removeTerms = statement<{ terms: string }>(
  ({ inTexts }) => `delete from book_terms where term ${inTexts('terms')}`,
)

const pieceColumns = { piece: 'text', term: 'text' } as const

const addPieces = statement<{ rows: string }>(
  ({ jsonRows }) =>
    `insert into book_term_pieces (piece, term)
     select piece, term from ${jsonRows('rows', pieceColumns)} where true
     on conflict (piece, term) do nothing`,
)

const removePieces = statement<{ rows: string }>(
  ({ jsonRows }) =>
    `delete from book_term_pieces
     where (piece, term) in (select piece, term from ${jsonRows('rows', pieceColumns)})`,
)
