import { expect, it } from 'vitest'
import { codeTokens, indentedJson, type Language } from './code-tokens.ts'

it.each<[Language, string, readonly string[]]>([
  [
    'json',
    '{"a": "b \\" c", "n": -1.5e3, "t": true}',
    ['name "a"', 'string "b \\" c"', 'name "n"', 'number -1.5e3', 'name "t"', 'keyword true'],
  ],
  ['json', '{"cut": "of', ['name "cut"', 'string "of']],
  [
    'curl',
    "curl -X POST 'http://127.0.0.1/a?b=1'",
    ['keyword curl', "string 'http://127.0.0.1/a?b=1'"],
  ],
  ['go', 'req, err := http.NewRequest("GET", url, nil)', ['string "GET"', 'keyword nil']],
])('colors the pieces of %s: %s', (language, text, expected) => {
  const tokens = codeTokens(text, language)
  expect(tokens.map((token) => token.text).join('')).toBe(text)
  const colored = tokens.filter(({ kind }) => kind !== 'plain')
  expect(colored.map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected)
})

it('indents JSON and leaves other text alone', () => {
  expect(indentedJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(indentedJson('{"a":')).toBe('{"a":')
})
