import * as english from './english-server-messages.ts'
import { inLanguage } from './in-language.ts'

type Messages = Readonly<Record<string, string>>

const { serverMessages, quotation } = await inLanguage(
  english,
  () => import('./german/server-messages.ts'),
)

/** A message of the server for the user, or a quotation of it if there are no better words. */
export const messageForUser = (message: string): string =>
  translationOf(message, serverMessages) ?? quotation(message)

/**
 * The translation of a message. Keys have `{}` in place of values, which appear in the translation in the same
 * order; a value that is a message itself is translated as well.
 */
export function translationOf(message: string, into: Messages): string | undefined {
  if (Object.hasOwn(into, message)) return into[message]
  for (const { pattern, translation } of patternsOf(into)) {
    const [, ...values] = pattern.exec(message) ?? []
    if (values.length === 0) continue
    return translation.replace(/\{\}/g, () => {
      const value = values.shift()!
      return translationOf(value, into) ?? value
    })
  }
  return undefined
}

/** The keys with values as patterns, those with the most text first. */
const patternsOf = (into: Messages) =>
  Object.entries(into)
    .filter(([key]) => key.includes('{}'))
    .sort(([one], [other]) => other.length - one.length)
    .map(([key, translation]) => ({
      pattern: new RegExp(`^${key.split('{}').map(escapedPattern).join('(.+?)')}$`, 's'),
      translation,
    }))

const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
