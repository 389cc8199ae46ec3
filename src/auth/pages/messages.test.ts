import { expect, it } from 'vitest'
import { localeOf, messagesFor } from './messages.ts'

it.each(['en', 'en-GB', 'EN', 'tlh', '', '__proto__'])('the locale %j has a table', (locale) => {
  expect(messagesFor(locale).language).toBe('en')
})

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['fr,de;q=0.5', 'de'],
  ['en;q=0.2, de;q=0.7', 'de'],
  ['de;q=0', 'en'],
  ['tlh', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('the header %j asks for %s', (header, language) => {
  expect(messagesFor(localeOf({ 'accept-language': header })).language).toBe(language)
})
