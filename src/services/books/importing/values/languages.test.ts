import { expect, it } from 'vitest'
import { languageOf } from './languages.ts'

it.each([
  ['eng', 'en'],
  ['fre', 'fr'],
  ['fra', 'fr'],
  ['ger', 'de'],
  ['per', 'fa'],
  ['en-us', 'en-US'],
  ['pt_BR', 'pt-BR'],
  ['grc', 'grc'],
  ['esp', 'eo'],
  ['English', 'en'],
  ['mul', undefined],
  ['und', undefined],
  ['', undefined],
  ['?', undefined],
  [undefined, undefined],
])('the language %s is %s', (text, code) => {
  expect(languageOf(text)).toBe(code)
})
