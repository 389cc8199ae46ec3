import type { Reader } from '#/storage/port.ts'
import { all, any, phrase, type WordQuery, word } from '#/storage/sql/word-query.ts'
import type { Clause } from '../domain/query/parse.ts'
import { clauseQuery, termQuery } from '../domain/query/word-query.ts'
import type { Meaning } from '../domain/ranking/prepared-query.ts'
import type { Meanings } from '../domain/ranking/ranking.ts'
import { editDistance } from '../domain/words/distance.ts'
import { stemOf } from '../domain/words/stem.ts'
import { errorsAllowed, pieceKeysFor, swappedForms } from '../domain/words/term-pieces.ts'
import type { BookIndex } from '../store/book-index.ts'

/** Another reading of a query without results. */
interface Reading {
  readonly query: WordQuery
  readonly meanings: Meanings
}

type Groups = readonly (readonly Clause[])[]

const correctedWordsMax = 12
const meaningsPerWordMax = 8
const completionsMax = 30
const completedLengthMin = 2
const droppingsMax = 60
const completionDistance = 0.5
const partedDistance = 0.5

/**
 * Readings in the order in which they are tried: wrongly split or joined words, then typing errors with a
 * possibly unfinished last word (first in unknown words, then in all), then the query without some words.
 */
export async function* otherReadings(
  index: BookIndex,
  reader: Reader,
  { groups, wordCount }: { groups: Groups; wordCount: number },
): AsyncIterable<Reading> {
  if (!groups.some((group) => wordIn(group) !== undefined)) return
  if (groups.length > correctedWordsMax) return
  const parted = await partedReading(index, reader, groups)
  if (parted !== undefined) yield parted

  const unknown = await unknownWords(index, reader, groups)
  const mended = await meaningsOf(index, reader, groups, (text) => unknown.has(text))
  const partly = groups.map((group) => groupQuery(group, mended))
  if (partly.every((query) => query !== undefined))
    yield { query: all(...partly), meanings: mended }

  const meanings = await meaningsOf(index, reader, groups, () => true)
  const meant = groups.map((group) => groupQuery(group, meanings))
  if (meant.every((query) => query !== undefined)) yield { query: all(...meant), meanings }
  const droppedMax = Math.floor(wordCount / 3)
  const query = withSomeDropped(meant, droppedMax)
  if (query !== undefined) yield { query, meanings }
}

/** The only word of a group, if it can be read differently. */
function wordIn(group: readonly Clause[]): string | undefined {
  const [clause] = group
  if (group.length !== 1 || clause?.kind !== 'word' || clause.word.parts.length !== 1)
    return undefined
  return clause.word.parts[0]
}

const columnIn = ([clause]: readonly Clause[]) =>
  clause?.kind === 'word' ? clause.column : undefined

async function unknownWords(
  index: BookIndex,
  reader: Reader,
  groups: Groups,
): Promise<ReadonlySet<string>> {
  const texts = groups.flatMap((group) => wordIn(group) ?? [])
  const frequencies = await index.frequencies(reader, texts.map(stemOf))
  return new Set(texts.filter((text) => !frequencies.has(stemOf(text))))
}

async function meaningsOf(
  index: BookIndex,
  reader: Reader,
  groups: Groups,
  isMended: (text: string) => boolean,
): Promise<Meanings> {
  const meanings = new Map<string, readonly Meaning[]>()
  for (const [place, group] of groups.entries()) {
    const text = wordIn(group)
    if (text === undefined) continue
    const isLast = place === groups.length - 1
    if (!isMended(text) && !isLast) continue
    meanings.set(text, [
      ...(isMended(text)
        ? await correctionsOf(index, reader, text)
        : [{ term: stemOf(text), distance: 0 }]),
      ...(isLast ? await completionsOf(index, reader, text) : []),
    ])
  }
  return meanings
}

async function correctionsOf(index: BookIndex, reader: Reader, text: string): Promise<Meaning[]> {
  const stem = stemOf(text)
  const limit = errorsAllowed(text)
  const near = new Map([[stem, 0]])
  if (limit > 0) {
    for (const form of swappedForms(text)) near.set(form, 1)
    for (const term of await index.lookalikes(reader, pieceKeysFor(text))) {
      const distance = editDistance(text, term, limit)
      if (distance <= limit && term !== stem) near.set(term, distance)
    }
  }
  const frequencies = await index.frequencies(reader, [...near.keys()])
  return [...frequencies]
    .map(([term, volumes]) => ({ term, volumes, distance: near.get(term)! }))
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        other.volumes - one.volumes ||
        (one.term < other.term ? -1 : 1),
    )
    .slice(0, meaningsPerWordMax)
}

async function completionsOf(index: BookIndex, reader: Reader, text: string): Promise<Meaning[]> {
  if (text.length < completedLengthMin) return []
  const terms = await index.completions(reader, text, completionsMax)
  return terms
    .filter(({ term }) => term !== text && !term.includes(':'))
    .map(({ term }) => ({ term, distance: completionDistance }))
}

function groupQuery(group: readonly Clause[], meanings: Meanings): WordQuery | undefined {
  const text = wordIn(group)
  if (text === undefined || !meanings.has(text)) return any(...group.map(clauseQuery))
  const terms = (meanings.get(text) ?? []).map(({ term }) => termQuery(term, columnIn(group)))
  return terms.length === 0 ? undefined : any(...terms)
}

/** Drops insignificant words, and as many others as allowed. */
function withSomeDropped(
  meant: readonly (WordQuery | undefined)[],
  droppedMax: number,
): WordQuery | undefined {
  const defined = meant.filter((query) => query !== undefined)
  const more = droppedMax - (meant.length - defined.length)
  if (more < 0 || defined.length === 0) return undefined
  if (more === 0 || defined.length === 1) return all(...defined)
  const shorter = combinations(defined, Math.max(1, defined.length - more), droppingsMax)
  return any(...shorter.map((queries) => all(...queries)))
}

function combinations<T>(items: readonly T[], size: number, limit: number): T[][] {
  const found: T[][] = []
  const choose = (from: number, chosen: readonly T[]) => {
    if (found.length >= limit) return
    if (chosen.length === size) found.push([...chosen])
    else for (let at = from; at < items.length; at++) choose(at + 1, [...chosen, items[at]!])
  }
  choose(0, [])
  return found
}

/** `mocking bird` for `mockingbird`, and vice versa. */
async function partedReading(
  index: BookIndex,
  reader: Reader,
  groups: Groups,
): Promise<Reading | undefined> {
  const texts = groups.map((group) => (columnIn(group) === undefined ? wordIn(group) : undefined))
  const joins = texts.slice(1).map((text, place) => (texts[place] ?? '') + (text ?? ''))
  const halves = texts.map((text) => (text === undefined ? [] : halvesOf(text)))
  const frequencies = await index.frequencies(reader, [...joins, ...halves.flat(2)])
  const meanings = new Map<string, Meaning[]>()
  const queries: WordQuery[] = []
  const rest = (place: number, count: number, query: WordQuery) =>
    all(
      ...groups.slice(0, place).map((group) => any(...group.map(clauseQuery))),
      query,
      ...groups.slice(place + count).map((group) => any(...group.map(clauseQuery))),
    )
  for (const [place, joined] of joins.entries()) {
    const [one, other] = texts.slice(place, place + 2)
    if (one === undefined || other === undefined || !frequencies.has(joined)) continue
    queries.push(rest(place, 2, word(joined)))
    meanings.set(one, [{ term: joined, distance: partedDistance }])
    meanings.set(other, [{ term: joined, distance: 0 }])
  }
  for (const [place, pairs] of halves.entries()) {
    const pair = pairs.find((words) => words.every((half) => frequencies.has(half)))
    if (pair === undefined) continue
    queries.push(rest(place, 1, phrase(pair)))
    meanings.set(texts[place]!, [{ term: pair.join(' '), distance: partedDistance }])
  }
  return queries.length === 0 ? undefined : { query: any(...queries), meanings }
}

const halfLengthMin = 2

const halvesOf = (text: string): [string, string][] =>
  Array.from({ length: Math.max(0, text.length - 2 * halfLengthMin + 1) }, (_, at) => [
    text.slice(0, at + halfLengthMin),
    text.slice(at + halfLengthMin),
  ])
