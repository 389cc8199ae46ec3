import { expect, it } from 'vitest'
import { exchange } from '../support/raw-socket.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const badRequest = { status: 400, reason: 'badRequest' }

onEveryEngine('addresses', (site) => {
  it.each(['%', '%zz', '%4', 'a%ff', '%c3%28', '%ed%a0%80'])(
    'with the path segment %s are refused',
    async (segment) => {
      const user = await site.user()
      expectRefusal(await user.get(`/calendars/${segment}`), badRequest)
    },
  )

  it('with NUL in a parameter are refused', async () => {
    const user = await site.user()
    for (const path of ['/calendars/a%00b', '/users/me/settings?pageToken=a%00b']) {
      expectRefusal(await user.get(path), { status: 400, reason: 'invalidParameter' })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['q=%', 'q=%zz', '%zz=q', 'q=%ff', 'q=%c3%28', 'quotaUser=%ed%a0%80'])(
    'with the query %s are refused',
    async (query) => {
      const user = await site.user()
      expectRefusal(await user.get(`/calendars/primary?${query}`), badRequest)
      expectRefusal(await user.patch(`/calendars/primary?${query}`, { summary: 'x' }), badRequest)
      expect((await user.get('/calendars/primary')).json.summary).toBe(user.email)
    },
  )

  it('with a repeated parameter that takes one value are rejected', async () => {
    const user = await site.user()
    const reply = await user.get('/users/me/settings?maxResults=1&maxResults=2')
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'maxResults' })
  })

  it('with a thousand parameters too many are refused', async () => {
    const user = await site.user()
    expectRefusal(await user.get(`/colors?${'a=b&'.repeat(2000)}`), badRequest)
  })

  it.each([
    ['alt=xml', 'alt'],
    ['alt=media', 'alt'],
    ['prettyPrint=maybe', 'prettyPrint'],
    ['fields=nosuch', 'fields'],
  ])('with %s are refused, on reads and on writes', async (query, location) => {
    const user = await site.user()
    const refusal = { status: 400, reason: 'invalidParameter', location }
    expectRefusal(await user.get(`/calendars/primary?${query}`), refusal)
    expectRefusal(await user.patch(`/calendars/primary?${query}`, { summary: 'x' }), refusal)
    expect((await user.get('/calendars/primary')).json.summary).toBe(user.email)
  })

  it('may have unknown parameters', async () => {
    const user = await site.user()
    const reply = await user.get(
      '/calendars/primary?nosuch=1&callback=f&userIp=1.2.3.4&upload_protocol=x&%24.xgafv=2',
    )
    expect(reply.status).toBe(200)
  })

  it.each(['/nosuch', '/calendar/v3', '/calendar/v4/colors', '/favicon.ico'])(
    'such as %s lead nowhere, in JSON',
    async (path) => {
      expectRefusal(await site.call(path), notFound)
    },
  )

  it.each(['PUT', 'POST', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
    'lead nowhere with the method %s where it does not belong',
    async (method) => {
      const user = await site.user()
      expectRefusal(await user.call('/colors', { method }), notFound)
    },
  )

  it('that are not HTTP at all get an answer in JSON', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /calendar/v3/colors HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ]) {
      const answer = await exchange(site.base, bytes)
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(answer).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/)
      const [, body = ''] = answer.split('\r\n\r\n')
      expect(JSON.parse(body)).toMatchObject({ error: { code: 400, errors: [{}] } })
    }
  })
})
