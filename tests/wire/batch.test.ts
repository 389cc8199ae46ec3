import { expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import type { PartCall } from '../support/multipart.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onBarePaths, onEmbedded, type Site } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

/** As the user's description of the service says: below the batch path of its own. */
const batchOf = ({ base, paths, token }: WireUser) => ({
  base,
  path: `/batch${paths.calendar}`,
  token,
})

const declareBatch = (site: Site) => {
  it('answers its calls in order, each with the id it has', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    const at = user.paths.calendar
    const parts = await callInBatch(
      [
        { contentId: '<a>', line: `GET ${at}${path} HTTP/1.1` },
        { contentId: '<b>', line: `DELETE ${at}${path} HTTP/1.1` },
        { contentId: '<c>', line: `GET ${at}/calendars/nosuch HTTP/1.1` },
        { contentId: '<d>', line: `POST ${at}/calendars HTTP/1.1`, body: { summary: 'New' } },
      ],
      batchOf(user),
    )
    expect(parts.map(({ contentId }) => contentId)).toEqual([
      '<response-a>',
      '<response-b>',
      '<response-c>',
      '<response-d>',
    ])
    const [got, , missing, made] = parts
    // Calls of one batch may run in any order, so the first may come after the second.
    if (got!.status === 200) expect(got!.json).toEqual(calendar)
    expect(parts[1]!.statusLine).toBe('HTTP/1.1 204 No Content')
    expectRefusal(missing!, notFound)
    expect(made!.json).toMatchObject({ summary: 'New', dataOwner: user.email })
    expectRefusal(await user.get(path), notFound)
  })

  it('gives each answer with the head it has outside of a batch', async () => {
    const user = await site.user()
    const alone = await user.get('/calendars/primary')
    const line = `GET ${user.paths.calendar}/calendars/primary`
    const [part] = await callInBatch([{ line }], batchOf(user))
    expect(part!.text).toBe(alone.text)
    expect(part!.statusLine).toBe('HTTP/1.1 200 OK')
    expect(part!.headers).toMatchObject({
      'content-type': alone.headers['content-type'],
      'content-length': alone.headers['content-length'],
      etag: alone.headers.etag,
    })
  })

  it('compresses no part, and accepts etags of compressed responses', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar({ description: 'x'.repeat(3000) })
    const line = `GET ${user.paths.calendar}${path}`
    const packed = calendar.etag!.replace(/"$/, ';gzip"')
    const [whole, unchanged] = await callInBatch(
      [
        { line, headers: { 'Accept-Encoding': 'gzip' } },
        { line, headers: { 'If-None-Match': packed } },
      ],
      batchOf(user),
    )
    expect([whole!.status, whole!.headers.etag]).toEqual([200, calendar.etag])
    expect(whole!.headers).not.toHaveProperty('content-encoding')
    expect([unchanged!.status, unchanged!.headers.etag]).toEqual([304, packed])
  })

  it.each([
    ['<a>', '<response-a>'],
    ['a', 'response-a'],
    ['7', 'response-7'],
    ['<b29c5de2-0db4 + 1>', '<response-b29c5de2-0db4 + 1>'],
    ['<b29c5de2+0>', '<response-b29c5de2+0>'],
    ['<item:a%20b@example.com>', '<response-item:a%20b@example.com>'],
    ['<\xc3\xbc\xe2\x82\xac>', '<response-\xc3\xbc\xe2\x82\xac>'],
    ['<\xfc>', '<response-\xfc>'],
    [undefined, undefined],
  ])('echoes the id %j as %j', async (contentId, echoed) => {
    const user = await site.user()
    const call: PartCall = {
      line: `GET ${user.paths.calendar}/colors`,
      ...(contentId === undefined ? {} : { contentId }),
    }
    const [part] = await callInBatch([call], batchOf(user))
    expect(part!.contentId).toBe(echoed)
    expect(part!.status).toBe(200)
  })

  it.each(['\n', '\r\n'] as const)('may have lines that end in %j', async (lineEnd) => {
    const user = await site.user()
    const at = user.paths.calendar
    const parts = await callInBatch(
      [
        { line: `PATCH ${at}/calendars/primary HTTP/1.1`, body: { summary: 'Me' } },
        { line: `GET ${at}/users/me/settings/locale` },
      ],
      { ...batchOf(user), lineEnd },
    )
    expect(parts[0]!.json.summary).toBe('Me')
    expect(parts[1]!.json.value).toBe('en')
  })

  it('accepts calls with absolute addresses', async () => {
    const user = await site.user()
    const at = user.paths.calendar
    const parts = await callInBatch(
      [
        { line: `GET https://www.googleapis.com${at}/calendars/primary? HTTP/1.1` },
        { line: `GET ${site.base}${at}/calendars/primary?fields=id HTTP/1.1` },
      ],
      batchOf(user),
    )
    expect(parts.map(({ json }) => json.id)).toEqual([user.email, user.email])
  })

  it('accepts method overrides, also with parameters in a form', async () => {
    const user = await site.user()
    const at = user.paths.calendar
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const [patched, listed] = await callInBatch(
      [
        {
          line: `POST ${at}/calendars/primary`,
          headers: { 'X-HTTP-Method-Override': 'PATCH' },
          body: { summary: 'Me' },
        },
        {
          line: `POST ${at}/users/me/settings`,
          headers: { 'X-HTTP-Method-Override': 'GET', ...form },
          body: 'maxResults=2',
        },
      ],
      batchOf(user),
    )
    expect(patched!.json.summary).toBe('Me')
    expect(listed!.json.items).toHaveLength(2)
  })

  it('lets a call act for another user than the batch', async () => {
    const [alice, bob] = [await site.user(), await site.user()]
    const line = `GET ${alice.paths.calendar}/calendars/primary`
    const asBob = { Authorization: `Bearer ${bob.token}` }
    const parts = await callInBatch([{ line }, { line, headers: asBob }], batchOf(alice))
    expect(parts.map(({ json }) => json.id)).toEqual([alice.email, bob.email])
  })

  it('without a credential has a 401 for each call, except for calls with their own', async () => {
    const user = await site.user()
    const { token: _, ...batch } = batchOf(user)
    const line = `GET ${user.paths.calendar}/calendars/primary`
    const own = { Authorization: `Bearer ${user.token}` }
    const wrong = { Authorization: 'Bearer garbage' }
    const parts = await callInBatch(
      [{ line }, { line, headers: own }, { line, headers: wrong }],
      batch,
    )
    expectRefusal(parts[0]!, { status: 401, reason: 'required' })
    expect(parts[1]!.json.id).toBe(user.email)
    expectRefusal(parts[2]!, { status: 401, reason: 'authError' })
  })

  it('keeps what spoils one call from the others', async () => {
    const user = await site.user()
    const at = user.paths.calendar
    const good = { line: `GET ${at}/calendars/primary?fields=id` }
    const bad: PartCall[] = [
      { line: 'nonsense' },
      { line: '' },
      { line: `GET ${at}/calendars/%zz` },
      { line: `GET ${at}/calendars/primary?q=%zz` },
      { line: `GET ${at}/calendars/primary`, headers: { 'bad header': 'x' } },
      { line: `POST ${at}/calendars`, body: '{"summary":' },
      { line: `POST ${at}/calendars`, headers: { 'Content-Encoding': 'gzip' }, body: 'x' },
      { line: `GET ${at}/calendars/primary?fields=nosuch` },
    ]
    const calls = bad.flatMap((call) => [call, good])
    for (const path of [`/batch${at}`, `/batch${at}?prettyPrint=false`, '/batch?quotaUser=me']) {
      const parts = await callInBatch(calls, { ...batchOf(user), path })
      for (const [index, part] of parts.entries()) {
        if (index % 2 === 1) expect(part.json).toEqual({ id: user.email })
        else expect([index, part.status]).toEqual([index, 400])
      }
    }
  })

  it('has preconditions and empty answers call by call', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    const line = `GET ${user.paths.calendar}${path}`
    const [unchanged, cleared, failed] = await callInBatch(
      [
        { line, headers: { 'If-None-Match': calendar.etag! } },
        { line: `POST ${user.paths.calendar}/calendars/primary/clear` },
        {
          line: `DELETE ${user.paths.calendar}${path}`,
          headers: { 'If-Match': '"stale"' },
        },
      ],
      batchOf(user),
    )
    expect([unchanged!.statusLine, unchanged!.text]).toEqual(['HTTP/1.1 304 Not Modified', ''])
    expect(unchanged!.headers.etag).toBe(calendar.etag)
    expect([cleared!.statusLine, cleared!.text]).toEqual(['HTTP/1.1 204 No Content', ''])
    expect(failed!.statusLine).toBe('HTTP/1.1 412 Precondition Failed')
    expect((await user.get(path)).json).toEqual(calendar)
  })

  it('lends its parameters to calls that do not have them', async () => {
    const user = await site.user()
    const line = `GET ${user.paths.calendar}/users/me/settings/locale`
    const path = `/batch${user.paths.calendar}?fields=id&prettyPrint=true`
    const [lent, own] = await callInBatch([{ line }, { line: `${line}?fields=value` }], {
      ...batchOf(user),
      path,
    })
    expect(lent!.text).toBe('{\n  "id": "locale"\n}\n')
    expect(own!.json).toEqual({ value: 'en' })
  })

  it('accepts the token as a parameter', async () => {
    const user = await site.user()
    const { token, ...batch } = batchOf(user)
    const path = `${batch.path}?access_token=${token}`
    const line = `GET ${user.paths.calendar}/calendars/primary`
    const [part] = await callInBatch([{ line }], { ...batch, path })
    expect(part!.json.id).toBe(user.email)
  })

  it('for one interface takes no calls of another', async () => {
    const user = await site.user()
    const own = `GET ${user.paths.calendar}/calendars/primary`
    const other = `PUT ${user.paths.almanac}/users/me/settings/locale`
    const calls = [
      { line: other, body: { value: 'de' } },
      { line: own },
      { line: 'GET /healthz' },
      { line: `GET ${user.paths.calendar}xyz/colors` },
    ]
    const parts = await callInBatch(calls, batchOf(user))
    expect(parts.map(({ status }) => status)).toEqual([400, 200, 400, 400])
    expect((await user.get('/users/me/settings/locale')).json.value).toBe('en')
    const common = await callInBatch(calls.slice(0, 2), { ...batchOf(user), path: '/batch' })
    expect(common.map(({ status }) => status)).toEqual([200, 200])
  })

  it('contains no other batch', async () => {
    const user = await site.user()
    const headers = { 'Content-Type': 'multipart/mixed; boundary=inner' }
    const line = `POST /batch${user.paths.calendar}`
    const [part] = await callInBatch([{ line, headers, body: '--inner--' }], {
      ...batchOf(user),
      path: '/batch',
    })
    expectRefusal(part!, { status: 400, reason: 'badRequest' })
  })

  it('does not lend a call another host, for whose sake a guard would open', async () => {
    const user = await site.user()
    const [part] = await callInBatch(
      [
        {
          line: 'POST /_almanac/tokens',
          headers: { Host: '127.0.0.1' },
          body: { email: 'thief@example.com' },
        },
      ],
      { ...batchOf(user), path: '/batch', headers: { Host: 'public.example' } },
    )
    expectRefusal(part!, notFound)
  })
}

onEmbedded('a batch', declareBatch)
onBarePaths('a batch', declareBatch)
