import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { callInBatch, sendBatch } from '../support/batch-call.ts'
import { composeBatch, readBatch } from '../support/multipart.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbedded, onEmbeddedServer } from '../support/sites.ts'

const colors = { line: 'GET /calendar/v3/colors?fields=kind' }
const path = '/batch/calendar/v3'
const badRequest = { status: 400, reason: 'badRequest' }

onEmbedded('the envelope of a batch', (site) => {
  it('contains a thousand calls, and no more', async () => {
    const { base, token } = await site.user()
    const calls = Array.from({ length: 1000 }, (_, n) => ({ ...colors, contentId: `<${n}>` }))
    const parts = await callInBatch(calls, { base, path, token })
    expect(parts.map(({ contentId }) => contentId)).toEqual(
      calls.map(({ contentId }) => contentId.replace('<', '<response-')),
    )
    expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([200]))
    const tooMany = await sendBatch(composeBatch([...calls, colors]), { base, path, token })
    expectRefusal(tooMany, badRequest)
  })

  it('performs nothing of a batch that is too long', async () => {
    const user = await site.user()
    const rename = { line: 'PATCH /calendar/v3/calendars/primary', body: { summary: 'x' } }
    const body = composeBatch(Array.from({ length: 1001 }, () => rename))
    expectRefusal(await sendBatch(body, { ...user, path }), badRequest)
    expect((await user.get('/calendars/primary')).json.summary).toBe(user.email)
  })

  it('may be compressed', async () => {
    const { base, token } = await site.user()
    const headers = { 'Content-Encoding': 'gzip' }
    const reply = await sendBatch(gzipSync(composeBatch([colors])), { base, path, token, headers })
    expect(readBatch(reply)[0]!.json).toEqual({ kind: 'calendar#colors' })
  })

  it.each(['"quoted one"', 'plain', "odd'()+_,-./:=?"])(
    'may have the boundary %s',
    async (text) => {
      const { base, token } = await site.user()
      const boundary = text.replaceAll('"', '')
      const headers = { 'Content-Type': `multipart/mixed; boundary=${text}` }
      const parts = await callInBatch([colors], { base, path, token, headers, boundary })
      expect(parts[0]!.status).toBe(200)
    },
  )

  it('may have text before and after, and no closing line', async () => {
    const { base, token } = await site.user()
    const whole = composeBatch([colors, colors]).toString()
    const loose = `preamble\r\n${whole}epilogue`
    const cut = whole.replace('--almanac_test--\r\n', '')
    for (const body of [loose, cut]) {
      expect(readBatch(await sendBatch(body, { base, path, token }))).toHaveLength(2)
    }
  })

  it.each([
    ['nothing', '', undefined],
    ['garbage', 'garbage', undefined],
    ['no calls', '--almanac_test--', undefined],
    ['another boundary', '--other\r\n\r\nGET / HTTP/1.1\r\n\r\n--other--', undefined],
    ['JSON', '{}', 'application/json'],
    ['no boundary', 'x', 'multipart/mixed'],
    ['an empty boundary', 'x', 'multipart/mixed; boundary='],
    ['a boundary of absurd length', 'x', `multipart/mixed; boundary=${'b'.repeat(500)}`],
    ['another kind of multipart', 'x', 'multipart/form-data; boundary=b'],
  ])('is refused when it is %s', async (_, body, type) => {
    const { base, token } = await site.user()
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
    expectRefusal(await sendBatch(body, { base, path, token, headers }), badRequest)
  })

  it('is refused when its compression is broken or unknown', async () => {
    const { base, token } = await site.user()
    const body = composeBatch([colors])
    const gzip = { 'Content-Encoding': 'gzip' }
    expectRefusal(await sendBatch(body, { base, path, token, headers: gzip }), badRequest)
    const br = { 'Content-Encoding': 'br' }
    const reply = await sendBatch(body, { base, path, token, headers: br })
    expectRefusal(reply, { status: 415, reason: 'unsupportedMediaType' })
  })

  it('costs as much as its calls', async () => {
    const user = await site.user({ clientId: 'batching' })
    await callInBatch(
      [
        colors,
        { line: 'PATCH /calendar/v3/calendars/primary', body: { summary: 'x' } },
        { line: 'GET /calendar/v3/calendars/nosuch' },
        { line: 'nonsense' },
        { line: 'GET /calendar/v3/nosuch' },
      ],
      { ...user, path },
    )
    const { json } = await site.call('/_almanac/quota')
    const subjects = json.subjects as { subject: string; minute: number; day: number }[]
    const spent = subjects.find(({ subject }) => subject === 'client:batching')
    expect(spent).toMatchObject({ minute: 5, day: 5 })
  })
})

onEmbedded('a batch without a credential', (site) => {
  const search = { line: 'GET /books/v1/volumes?q=walden' }
  const batch = () => ({ base: site.base, path: '/batch/books/v1' })

  it('contains fifty calls, and no more', async () => {
    const fifty = Array.from({ length: 50 }, () => search)
    const parts = await callInBatch(fifty, batch())
    expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([200]))
    expectRefusal(await sendBatch(composeBatch([...fifty, search]), batch()), badRequest)
  })

  it('has a higher limit if its calls have credentials of their own', async () => {
    const { token } = await site.user()
    const headers = { Authorization: `Bearer ${token}` }
    const own = Array.from({ length: 60 }, () => ({ ...search, headers }))
    expect(await callInBatch([...own, search], batch())).toHaveLength(61)
    const named = Array.from({ length: 51 }, () => ({
      line: `${search.line}&access_token=${token}`,
    }))
    expect(await callInBatch(named, batch())).toHaveLength(51)
  })
})

onEmbeddedServer(
  'a batch that asks for more than its limits',
  (site) => {
    it('has its last calls refused, and nothing of them performed', async () => {
      const user = await site.user()
      const { path: calendar } = await user.newCalendar({ description: 'x'.repeat(6000) })
      const at = user.paths.calendar
      const calls = [
        ...Array.from({ length: 20 }, () => ({ line: `GET ${at}${calendar}` })),
        { contentId: '<last>', line: `DELETE ${at}${calendar}` },
      ]
      const parts = await callInBatch(calls, { ...user, path })
      expect(parts[0]!.status).toBe(200)
      const last = parts.at(-1)!
      expectRefusal(last, { status: 429, reason: 'rateLimitExceeded', domain: 'usageLimits' })
      expect(last.headers['retry-after']).toBe('1')
      expect(last.contentId).toBe('<response-last>')
      expect(last.json.error!.message).toMatch(/65536 bytes\. Send this call again/)
      expect((await user.get(calendar)).status).toBe(200)
    })
  },
  { ALMANAC_BATCH_REPLY_BYTES_MAX: '65536', ALMANAC_BATCH_CONCURRENCY: '4' },
)
