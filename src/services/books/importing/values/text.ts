/** A single line: composed, without control characters and redundant spaces; undefined if empty. */
export function line(text: string | undefined | null): string | undefined {
  if (text === undefined || text === null) return undefined
  if (isTidy.test(text)) return text
  const tidy = text.toWellFormed().normalize('NFC').replace(unsightly, ' ').trim()
  return tidy === '' ? undefined : tidy
}

// Most lines are words of plain letters, separated by single spaces.
const isTidy = /^[!-~]+(?: [!-~]+)*$/

// Runs of spaces, and single characters to be replaced by a space.
const unsightly = /[\s\p{Cc}\ufffe\uffff]{2,}|[^\S ]|[\p{Cc}\ufffe\uffff]/gu

/** The parts between separators, each as a line, without empty ones and duplicates. */
export const parts = (text: string | undefined, separator: string | RegExp): string[] =>
  distinct((text ?? '').split(separator).map(line))

/** Without undefined values and duplicates. */
export function distinct(texts: readonly (string | undefined)[]): string[] {
  const present = texts.filter((text) => text !== undefined)
  return present.length < 2 ? present : [...new Set(present)]
}

/** An object with the member, or without it if the value is undefined. */
export const withValues = <K extends string, V>(
  name: K,
  value: V | undefined,
): { readonly [P in K]?: V } =>
  value === undefined || (Array.isArray(value) && value.length === 0)
    ? {}
    : ({ [name]: value } as { readonly [P in K]?: V })

/** The same for many members, which is cheaper. */
export function withAllValues<T extends object>(
  members: {
    readonly [K in keyof T]: T[K] | undefined
  },
): T {
  const present: Record<string, unknown> = {}
  for (const name in members) {
    const value: unknown = members[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    present[name] = value
  }
  return present as T
}

/** A positive integer; undefined for anything else. */
export function count(text: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,9})(?:\.0+)?\s*$/.exec(text ?? '')?.[1]
  const number = Number(digits ?? 0)
  return number > 0 ? number : undefined
}

/** A rating from 1 to 5; undefined for anything else. */
export function stars(text: string | undefined): number | undefined {
  const number = /^\s*\d(?:\.\d{1,6})?\s*$/.test(text ?? '') ? Number(text) : 0
  return number >= 1 && number <= 5 ? number : undefined
}
