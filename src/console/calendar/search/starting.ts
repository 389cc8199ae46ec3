import type { CalendarEvent } from '../wire/types.ts'

/** The events found by the server, and those near today in which each typed text starts a word. */
export function withStarting(
  text: string,
  found: readonly CalendarEvent[],
  near: readonly CalendarEvent[],
): readonly CalendarEvent[] {
  const foundIds = new Set(found.map(({ id }) => id))
  const typed = wordsIn(text)
  return [
    ...found,
    ...near.filter(({ id, summary = '', location = '' }) => {
      const words = wordsIn(`${summary} ${location}`)
      return (
        !foundIds.has(id) &&
        typed.length > 0 &&
        typed.every((start) => words.some((word) => word.startsWith(start)))
      )
    }),
  ]
}

/** The words of a text without accents and case. */
const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
