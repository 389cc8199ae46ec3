import type { VolumeRecord } from '../domain/volume-record.ts'
import { withoutArticle } from '../domain/words/stop-words.ts'
import { plainWords } from '../domain/words/words.ts'

type Work = Pick<VolumeRecord, 'title' | 'subtitle' | 'authors' | 'series'>

/**
 * Whether two volumes are editions of the same work: an author in common, and the same title. A subtitle
 * counts only if both have one, and volumes with different numbers in a series are different works.
 */
export function areSameWork(one: Work, other: Work): boolean {
  const [first, second] = [titleOf(one), titleOf(other)]
  if (first.head !== second.head) return false
  if (first.rest !== '' && second.rest !== '' && first.rest !== second.rest) return false
  if (numbersDiffer(one, other)) return false
  return (one.authors ?? []).some((name) =>
    (other.authors ?? []).some((another) => areSamePerson(name, another)),
  )
}

/** The title before its colon, which editions share. */
export const workTitle = ({ title }: Pick<Work, 'title'>): string => title.split(':')[0]!.trim()

/** The last name of the first author. */
export const workAuthor = ({ authors = [] }: Pick<Work, 'authors'>): string | undefined =>
  authors[0] === undefined ? undefined : nameOf(authors[0]).last

function titleOf({ title, subtitle = '' }: Work): { head: string; rest: string } {
  const [head = '', ...rest] = title.split(':')
  return { head: key(head), rest: key([...rest, subtitle].join(' ')) }
}

const key = (text: string): string => withoutArticle(plainWords(text)).join(' ')

const numbersDiffer = (one: Work, other: Work): boolean =>
  (one.series ?? []).some(({ title, number }) =>
    (other.series ?? []).some(
      (series) =>
        key(series.title) === key(title) &&
        number !== undefined &&
        series.number !== undefined &&
        number !== series.number,
    ),
  )

/** Names are written in full, with initials or with the last name first. */
function areSamePerson(one: string, other: string): boolean {
  const [first, second] = [nameOf(one), nameOf(other)]
  const areInitialsEqual =
    first.initial === '' || second.initial === '' || first.initial === second.initial
  return first.last !== '' && first.last === second.last && areInitialsEqual
}

function nameOf(text: string): { last: string; initial: string } {
  const [last = '', first] = text.split(',')
  const words = plainWords(first === undefined ? text : `${first} ${last}`)
  return { last: words.at(-1) ?? '', initial: words.length > 1 ? words[0]!.charAt(0) : '' }
}
