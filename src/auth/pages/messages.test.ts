import { expect, it } from 'vitest'
import { messagesFor } from './messages.ts'

it.each(['en', 'en-GB', 'EN', 'tlh', '', '__proto__'])('the locale %j has a table', (locale) => {
  expect(messagesFor(locale).language).toBe('en')
})
