import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const parseError = { status: 400, reason: 'parseError' }
const invalid = { status: 400, reason: 'invalid' }
const json = { 'Content-Type': 'application/json' }

onEveryEngine('bodies', (site) => {
  it('with half a surrogate pair are kept as well-formed text', async () => {
    const user = await site.user()
    const reply = await user.post('/calendars', '{"summary":"a\\ud83db"}')
    expect(reply.status).toBe(200)
    expect(reply.json.summary).toBe('a\ufffdb')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['broken', '{"summary":'],
    ['an array', '[]'],
    ['an array of objects', '[{"summary":"x"}]'],
    ['a text', '"summary"'],
    ['a number', '7'],
    ['true', 'true'],
    ['null', 'null'],
    ['two values', '{"summary":"x"}{}'],
    ['single-quoted', "{'summary':'x'}"],
    ['a form', 'summary=x'],
    ['XML', '<summary>x</summary>'],
    ['a raw control character', '{"summary":"a\u0001b"}'],
    ['a hundred thousand arrays deep', '['.repeat(100_000)],
    ['a hundred thousand objects deep', `${'{"summary":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['deep where nobody looks', `{"x":${'['.repeat(1000)}${']'.repeat(1000)},"summary":"x"}`],
    ['of a million members', `{"x":[${'0,'.repeat(1_000_000)}0],"summary":"x"}`],
  ])('that are %s do not parse, and change nothing', async (_, body) => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    for (const method of ['PUT', 'PATCH']) {
      expectRefusal(await user.call(path, { method, body, headers: json }), parseError)
    }
    expectRefusal(await user.call('/calendars', { method: 'POST', body }), parseError)
    expect((await user.get(path)).json).toEqual(calendar)
  })

  it('that are not UTF-8 do not parse', async () => {
    const user = await site.user()
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8]]) {
      const body = Buffer.concat([
        Buffer.from('{"summary":"'),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ])
      expectRefusal(await user.post('/calendars', body), parseError)
    }
  })

  it.each([
    ['an object for text', { summary: {} }],
    ['an array for text', { summary: ['x'] }],
    ['a text for an object', { conferenceProperties: 'x' }],
    ['an array for an object', { conferenceProperties: [] }],
    ['a text for an array', { conferenceProperties: { allowedConferenceSolutionTypes: 'x' } }],
    ['NUL in a text', { summary: 'a\0b' }],
    ['a text that is too long', { description: 'x'.repeat(100_000) }],
    [
      'an array that is too long',
      {
        conferenceProperties: {
          allowedConferenceSolutionTypes: Array.from({ length: 50_000 }, () => 'hangoutsMeet'),
        },
      },
    ],
  ])('with %s are refused and change nothing', async (_, wrong) => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    const body = { summary: 'x', ...wrong }
    for (const method of ['PUT', 'PATCH']) {
      expectRefusal(await user.call(path, { method, body }), invalid)
    }
    expectRefusal(await user.post('/calendars', body), invalid)
    expect((await user.get(path)).json).toEqual(calendar)
  })

  it('may omit the quotes of text: numbers and booleans become text', async () => {
    const user = await site.user()
    for (const [given, text] of [
      ['5', '5'],
      ['-1.50', '-1.5'],
      ['1e3', '1000'],
      ['true', 'true'],
      ['20700000000000000000125', '20700000000000000000125'],
    ]) {
      const body = `{"summary":"x","location":${given}}`
      const { status, json: calendar } = await user.post('/calendars', body)
      expect([status, calendar.location]).toEqual([200, text])
      expect((await user.get(`/calendars/${calendar.id}`)).json).toEqual(calendar)
    }
    expectRefusal(await user.post('/calendars', '{"summary":1e999}'), invalid)
  })

  it('name the property that does not fit', async () => {
    const user = await site.user()
    const eventLabels = [{ backgroundColor: '#ffffff' }, { backgroundColor: {} }]
    const body = { summary: 'x', labelProperties: { eventLabels } }
    const reply = await user.post('/calendars', body)
    expect(reply.json.error?.message).toContain('labelProperties.eventLabels[1].backgroundColor')
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'may have the unknown property %s',
    async (name) => {
      const user = await site.user()
      const reply = await user.post('/calendars', `{"${name}":{"x":1},"summary":"x"}`)
      expect(reply.status).toBe(200)
      expect(Object.keys(reply.json)).not.toContain(name)
    },
  )

  it('may start with a byte order mark and have any type or none', async () => {
    const user = await site.user()
    for (const [body, type] of [
      ['\ufeff{"summary":"x"}', 'application/json'],
      ['{"summary":"x"}', 'application/json; charset=UTF-8'],
      ['{"summary":"x"}', 'text/plain'],
      ['{"summary":"x"}', undefined],
    ] as const) {
      const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
      expect((await user.post('/calendars', body, headers)).status).toBe(200)
    }
  })

  it.each([
    ['noise', Buffer.from('no gzip at all')],
    ['cut off', gzipSync('{"summary":"x"}').subarray(0, 20)],
    ['damaged', Buffer.from(gzipSync('{"summary":"x"}')).fill(0, 12, 20)],
  ])('whose gzip is %s are refused', async (_, body) => {
    const user = await site.user()
    const reply = await user.post('/calendars', body, { 'Content-Encoding': 'gzip' })
    expectRefusal(reply, { status: 400, reason: 'badRequest' })
  })

  it.each(['br', 'deflate', 'gzip, gzip', 'x'.repeat(1000)])(
    'in the encoding %.20s are refused',
    async (encoding) => {
      const user = await site.user()
      const headers = { 'Content-Encoding': encoding }
      const reply = await user.post('/calendars', { summary: 'x' }, headers)
      expectRefusal(reply, { status: 415, reason: 'unsupportedMediaType' })
    },
  )
})
