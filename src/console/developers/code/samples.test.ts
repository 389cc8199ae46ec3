import { expect, it } from 'vitest'
import { sampleLanguages, sampleOf } from './samples.ts'

const url = 'http://127.0.0.1:8080/calendar/v3/calendars?prettyPrint=true'
const body = '{"summary":"It\'s `late`","isOn":true,"none":null,"list":[1],"empty":{}}'

it('writes a call without a body', () => {
  expect(sampleOf('curl', { method: 'GET', url })).toBe(
    `curl '${url}' \\\n  -H "Authorization: Bearer $ALMANAC_TOKEN"`,
  )
  expect(sampleOf('go', { method: 'GET', url })).not.toContain('strings')
})

it('quotes bodies for the shell', () => {
  expect(sampleOf('curl', { method: 'POST', url, body: `{"a":"it's"}` })).toContain(
    `-d '{"a":"it'\\''s"}'`,
  )
})

it('writes bodies as literals of the language', () => {
  expect(sampleOf('javascript', { method: 'POST', url, body })).toContain(
    'body: JSON.stringify({\n    "summary": "It\'s `late`",\n    "isOn": true,',
  )
  expect(sampleOf('python', { method: 'POST', url, body })).toContain(
    [
      '    json={',
      '        "summary": "It\'s `late`",',
      '        "isOn": True,',
      '        "none": None,',
      '        "list": [',
      '            1,',
      '        ],',
      '        "empty": {},',
      '    },',
    ].join('\n'),
  )
  expect(sampleOf('go', { method: 'POST', url, body })).toContain(
    'It\'s ` + "`" + `late` + "`" + `',
  )
})

it('writes a body that is no JSON as text', () => {
  const call = { method: 'POST', url, body: '{"a":' }
  expect(sampleOf('javascript', call)).toContain('body: "{\\"a\\":"')
  expect(sampleOf('python', call)).toContain('data="{\\"a\\":"')
})

it.each(sampleLanguages)('contains the token in %s if it is given', (language) => {
  const sample = sampleOf(language, { method: 'GET', url, token: 'alm_1' })
  expect(sample).toContain('Bearer alm_1')
  expect(sample).not.toContain('ALMANAC_TOKEN')
})
