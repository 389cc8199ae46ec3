import { mask, type Sentence } from './sentence.ts'

const outside = `\\s@,;:<>"()${mask}`
const address = `[^${outside}]{1,64}@[^${outside}]{1,250}\\.[^${outside}.!?]{2,}`
const separator = '(?:\\s*[,;]\\s*(?:and\\s+)?|\\s+(?:(?:and|&)\\s+)?)'
const people = new RegExp(`\\bwith\\s+(${address}(?:${separator}${address})*)(?![\\w@])`, 'i')
const anyAddress = new RegExp(address, 'g')

/** Takes the addresses after "with"; names without an address belong to the title. */
export function takePeople(sentence: Sentence): readonly string[] {
  const found = sentence.take(people)?.[1]?.match(anyAddress) ?? []
  const byLowerCase = new Map(found.map((one) => [one.toLowerCase(), one]))
  return [...byLowerCase.values()]
}

/** Keeps the other readers from finding dates and places inside addresses. */
export function hideAddresses(sentence: Sentence): void {
  sentence.hide(anyAddress)
}
