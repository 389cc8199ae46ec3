const lineCharactersMax = 300

/** A text of a user as one line that fits into a header: nothing in it can begin another one. */
export const oneLine = (text: string): string =>
  cut(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
    lineCharactersMax,
  )

/** A text of a user with line feeds as its only control characters. */
export const cleanLines = (text: string, charactersMax: number): string =>
  cut(
    text
      .toWellFormed()
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(/\t/g, ' ')
      .replace(/(?!\n)\p{Cc}/gu, '')
      .trim(),
    charactersMax,
  )

// A character outside the basic plane is never cut in two.
function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, charactersMax).replace(/[\uD800-\uDBFF]$/, '')}…`
}
