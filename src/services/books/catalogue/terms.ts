import type { Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { VolumeWords } from '../domain/volume-words.ts'
import { piecesOf } from '../domain/words/term-pieces.ts'

/** How many volumes hold each word, as a change: words of volumes that go count down. */
export class TermCounts {
  readonly #changes = new Map<string, number>()

  add(words: VolumeWords, by: 1 | -1): void {
    for (const term of termsOf(words)) {
      this.#changes.set(term, (this.#changes.get(term) ?? 0) + by)
    }
  }

  /** Brings the vocabulary up to date, and with it the pieces that misspelt words are found by. */
  async write(tx: Transaction): Promise<void> {
    const changed = [...this.#changes].filter(([, by]) => by !== 0)
    if (changed.length === 0) return
    const terms = JSON.stringify(changed.map(([term]) => term))
    const known = new Set((await tx.all(findTerms, { terms })).map(({ term }) => term))
    const rows = JSON.stringify(changed.map(([term, volumes]) => ({ term, volumes })))
    await tx.run(countTerms, { rows })
    const added = changed.flatMap(([term, by]) => (by > 0 && !known.has(term) ? [term] : []))
    const pieces = added.flatMap((term) => piecesOf(term).map((piece) => ({ piece, term })))
    if (pieces.length > 0) await tx.run(addPieces, { rows: JSON.stringify(pieces) })
    if (changed.some(([, by]) => by < 0)) await forgetUnused(tx, terms)
  }
}

async function forgetUnused(tx: Transaction, terms: string): Promise<void> {
  const unused = (await tx.all(findUnused, { terms })).map(({ term }) => term)
  if (unused.length === 0) return
  const pieces = JSON.stringify(
    unused.flatMap((term) => piecesOf(term).map((piece) => ({ piece, term }))),
  )
  await tx.run(removePieces, { rows: pieces })
  await tx.run(removeTerms, { terms: JSON.stringify(unused) })
}

/** Each word of a volume once; marks that are no words count as well, as filters rest on some. */
function termsOf(words: VolumeWords): Set<string> {
  const terms = new Set<string>()
  for (const text of Object.values(words) as string[]) {
    for (const term of text.split(' ')) if (isCounted(term)) terms.add(term)
  }
  return terms
}

// Keys and numbers name single volumes: nobody asks how many there are.
const isCounted = (term: string) =>
  term !== '' && term[0] !== '|' && (term[1] !== ':' || !'abhkienw'.includes(term[0]!))

const findTerms = statement<{ terms: string }, { term: string }>(
  ({ inTexts }) => `select term from book_terms where term ${inTexts('terms')}`,
)

const countTerms = statement<{ rows: string }>(
  ({ jsonRows }) =>
    `insert into book_terms (term, volumes)
     select term, volumes from ${jsonRows('rows', { term: 'text', volumes: 'integer' })} where true
     on conflict (term) do update set volumes = book_terms.volumes + excluded.volumes`,
)

const findUnused = statement<{ terms: string }, { term: string }>(
  ({ inTexts }) => `select term from book_terms where term ${inTexts('terms')} and volumes <= 0`,
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
