import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { exchange } from '../support/raw-socket.ts'
import { onEmbedded, onEmbeddedServer } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const discovery = '/discovery/v1/apis/calendar/v3/rest'
const formType = 'application/x-www-form-urlencoded'
const origin = { Origin: 'https://app.example' }

onEmbedded('transport', (site) => {
  describe('HEAD', () => {
    it('returns the head of a GET and nothing else', async () => {
      const user = await site.user()
      for (const path of ['/calendars/primary', '/colors', '/calendars/nosuch']) {
        const headers = { 'X-Request-Id': 'both' }
        const got = await user.call(path, { method: 'GET', headers })
        const head = await user.call(path, { method: 'HEAD', headers })
        const { date: _, ...gotHeaders } = got.headers
        const { date: __, ...headHeaders } = head.headers
        expect([head.status, head.text, headHeaders]).toEqual([got.status, '', gotHeaders])
        expect(head.headers['content-length']).toBe(String(got.bytes.length))
      }
    })
  })

  describe('pages of other origins', () => {
    it('may ask beforehand without a credential, on any path', async () => {
      for (const path of ['/calendar/v3/calendars/primary', '/batch/calendar/v3', '/nosuch']) {
        const reply = await site.call(path, {
          method: 'OPTIONS',
          headers: {
            ...origin,
            'Access-Control-Request-Method': 'PATCH',
            'Access-Control-Request-Headers': 'authorization,content-type,x-goog-api-client',
          },
        })
        expect([reply.status, reply.text]).toEqual([204, ''])
        expect(reply.headers).toMatchObject({
          'access-control-allow-origin': origin.Origin,
          'access-control-allow-headers': 'authorization,content-type,x-goog-api-client',
          'access-control-max-age': '3600',
          'content-length': '0',
        })
        const methods = reply.headers['access-control-allow-methods']!.split(',')
        expect(methods).toEqual(
          expect.arrayContaining(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']),
        )
      }
    })

    it('may read answers, refusals and batches', async () => {
      const user = await site.user()
      for (const reply of [
        await user.get('/colors', origin),
        await user.get('/nosuch', origin),
        await user.get('/colors', { ...origin, Authorization: 'Bearer garbage' }),
        await user.post('/calendars/primary/clear', undefined, origin),
        await site.call('/batch', { method: 'POST', headers: origin, body: 'garbage' }),
        await site.call(discovery, { headers: origin }),
      ]) {
        expect(reply.headers['access-control-allow-origin']).toBe(origin.Origin)
        expect(reply.headers.vary).toMatch(/\bOrigin\b/)
        const exposed = reply.headers['access-control-expose-headers']!.split(',')
        expect(exposed).toEqual(
          expect.arrayContaining(['Content-Encoding', 'Date', 'Content-Length', 'ETag']),
        )
      }
    })

    it('are not mentioned where none asks', async () => {
      const user = await site.user()
      const reply = await user.get('/colors')
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
      expect(reply.headers.vary).toMatch(/\bOrigin\b/)
    })
  })

  describe('compression', () => {
    it('of request bodies is undone', async () => {
      const user = await site.user()
      for (const encoding of ['gzip', 'x-gzip', 'GZIP']) {
        const headers = { 'Content-Encoding': encoding, 'Content-Type': 'application/json' }
        const body = gzipSync('{"summary":"Packed"}')
        expect((await user.post('/calendars', body, headers)).json.summary).toBe('Packed')
      }
    })

    it('is used for large answers if the client takes it', async () => {
      const plain = await site.call(discovery)
      expect(plain.headers).not.toHaveProperty('content-encoding')
      for (const accepted of ['gzip', 'deflate, gzip;q=0.5', 'gzip, deflate, br', '*']) {
        const packed = await site.call(discovery, { headers: { 'Accept-Encoding': accepted } })
        expect(packed.headers['content-encoding']).toBe('gzip')
        expect(packed.bytes.length).toBe(Number(packed.headers['content-length']))
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
        expect(gunzipSync(packed.bytes).toString()).toBe(plain.text)
        expect(packed.headers.vary).toMatch(/\bAccept-Encoding\b/)
      }
    })

    it('is not used if the client does not take it, nor for small answers', async () => {
      for (const accepted of ['identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', '']) {
        const reply = await site.call(discovery, { headers: { 'Accept-Encoding': accepted } })
        expect(reply.headers).not.toHaveProperty('content-encoding')
      }
      const user = await site.user()
      const small = await user.get('/calendars/primary', { 'Accept-Encoding': 'gzip' })
      expect(small.headers).not.toHaveProperty('content-encoding')
    })
  })

  describe('ETags', () => {
    const gzip = { 'Accept-Encoding': 'gzip' }

    async function largeCalendar(user: WireUser) {
      return user.newCalendar({ summary: 'Large', description: 'x'.repeat(3000) })
    }

    it('are those of the body, compressed or not', async () => {
      const user = await site.user()
      const { path, calendar } = await largeCalendar(user)
      for (const method of ['GET', 'HEAD']) {
        const plain = await user.call(path, { method })
        const packed = await user.call(path, { method, headers: gzip })
        expect(packed.headers['content-encoding']).toBe('gzip')
        expect(plain.headers.etag).toBe(calendar.etag)
        expect(packed.headers.etag).toBe(calendar.etag)
        for (const { headers } of [plain, packed]) {
          expect(headers.vary).toBe('Origin, X-Origin, Accept-Encoding')
        }
      }
      const body = JSON.parse(gunzipSync((await user.get(path, gzip)).bytes).toString())
      expect(body.etag).toBe(calendar.etag)
    })

    it('match whatever encoding is accepted, also as servers that mark compression send them', async () => {
      const user = await site.user()
      const { path } = await largeCalendar(user)
      const etag = (await user.get(path, gzip)).headers.etag!
      const marked = etag.replace(/"$/, ';gzip"')
      for (const accepted of [{}, gzip]) {
        for (const named of [etag, marked]) {
          const unchanged = await user.get(path, { ...accepted, 'If-None-Match': named })
          expect([unchanged.status, unchanged.headers.etag]).toEqual([304, named])
          expect(unchanged.headers.vary).toBe('Origin, X-Origin, Accept-Encoding')
        }
      }
      const first = await user.patch(path, { location: 'A' }, { ...gzip, 'If-Match': etag })
      expect(first.status).toBe(200)
      for (const named of [etag, marked]) {
        expect((await user.get(path, { 'If-None-Match': named })).status).toBe(200)
        expect((await user.patch(path, {}, { 'If-Match': named })).status).toBe(412)
      }
      const second = await user.patch(path, {}, { 'If-Match': first.headers.etag! })
      expect(second.status).toBe(200)
    })
  })

  describe('connections', () => {
    it('carry a date and a length on every answer', async () => {
      const user = await site.user()
      const { path, calendar } = await user.newCalendar()
      for (const reply of [
        await user.get('/colors'),
        await user.get('/nosuch'),
        await user.post('/calendars/primary/clear'),
        await site.call('/', { method: 'OPTIONS' }),
        await user.delete(path, { 'If-Match': calendar.etag! }),
      ]) {
        expect(Number.isNaN(Date.parse(reply.headers.date!))).toBe(false)
        expect(reply.headers['content-length']).toBe(String(reply.bytes.length))
      }
      const unchanged = await user.get('/calendars/primary', { 'If-None-Match': '*' })
      expect(unchanged.status).toBe(304)
      expect(unchanged.headers.date).toEqual(expect.any(String))
    })

    it('answer whatever name the caller has for the server', async () => {
      const user = await site.user()
      for (const Host of ['www.googleapis.com', 'nosuch:1', '[::1]', 'bad host', 'a/b']) {
        expect((await user.get('/colors', { Host })).status).toBe(200)
      }
      const unnamed = await exchange(
        site.base,
        `GET /calendar/v3/colors HTTP/1.0\r\nAuthorization: Bearer ${user.token}\r\n\r\n`,
      )
      expect(unnamed).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    })

    it('accept a slash at the end and two at the beginning', async () => {
      const user = await site.user()
      expect((await user.post('/calendars/', { summary: 'x' })).status).toBe(200)
      expect((await user.get('/calendars/primary/')).json.id).toBe(user.email)
      expect((await user.get('/users/me/settings/?maxResults=1')).json.items).toHaveLength(1)
      const headers = { Authorization: `Bearer ${user.token}` }
      expect((await site.call('//calendar/v3/colors', { headers })).status).toBe(200)
    })

    it('accept an address with scheme and host, as proxies send it', async () => {
      const user = await site.user()
      const answer = await exchange(
        site.base,
        `GET http://www.googleapis.com/calendar/v3/calendars/primary HTTP/1.1\r\nHost: x\r\n` +
          `Authorization: Bearer ${user.token}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toContain(`"id":"${user.email}"`)
    })

    it('accept it for sign-in as well, and take their host from it', async () => {
      const { origin, pathname } = new URL(`${site.base}/.well-known/openid-configuration`)
      const answer = await exchange(
        site.base,
        `GET ${origin}${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toContain(`"token_endpoint":"${site.base}/`)
    })

    it('tolerate the headers that client libraries add', async () => {
      const user = await site.user()
      const reply = await user.get('/colors', {
        'X-Goog-Api-Client': 'gl-node/20 gdcl/7',
        'X-Goog-User-Project': 'p',
        'X-Goog-Quota-User': 'q',
        'X-Goog-Encode-Response-If-Executable': 'base64',
        'X-JavaScript-User-Agent': 'google-api-javascript-client/1.1.0',
        'X-Origin': 'https://app.example',
        'X-Referer': 'https://app.example/',
        'X-Requested-With': 'XMLHttpRequest',
      })
      expect(reply.status).toBe(200)
    })

    it('answer requests that were sent at once in the order they were sent', async () => {
      const user = await site.user()
      const ask = (path: string, more = '') =>
        `GET /calendar/v3${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n${more}\r\n`
      const answers = await exchange(
        site.base,
        ask('/calendars/primary') +
          ask('/users/me/settings/locale') +
          ask('/nosuch', 'Connection: close\r\n'),
      )
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        'HTTP/1.1 404',
      ])
      expect(answers.indexOf('calendar#calendar')).toBeLessThan(answers.indexOf('calendar#setting'))
    })

    it('carry out requests that were sent at once one after another', async () => {
      const user = await site.user()
      const ask = (line: string, body: string, connection: string) =>
        `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n` +
        `Content-Length: ${body.length}\r\nConnection: ${connection}\r\n\r\n${body}`
      const names = ['first', 'second', 'third']
      const answers = await exchange(
        site.base,
        names
          .map((summary) => ask('POST /calendar/v3/calendars', `{"summary":"${summary}"}`, 'x'))
          .join('') + ask('GET /calendar/v3/users/me/calendarList', '', 'close'),
      )
      const list = answers.slice(answers.indexOf('calendar#calendarList'))
      for (const summary of names) expect(list).toContain(`"summary":"${summary}"`)
    })

    it('accept bodies in pieces, with other requests before and after them', async () => {
      const user = await site.user()
      const head = (path: string, more: string) =>
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n${more}\r\n\r\n`
      const body = JSON.stringify({ summary: 'Ein Stück nach dem anderen' })
      const length = Buffer.byteLength(body)
      const form = 'token=nosuch'
      const pieces = [
        head('/calendar/v3/calendars', `Content-Length: ${length}`) + body.slice(0, 5),
        `${body.slice(5)}${head('/calendar/v3/calendars', 'Transfer-Encoding: chunked')}1\r\n{`,
        `\r\n${(length - 1).toString(16)}\r\n${body.slice(1)}\r\n0\r\nX-Trailer: y\r\n\r\n`,
        // Taken by another part of the server, which reads it as a stream.
        head('/revoke', `Content-Type: ${formType}\r\nContent-Length: ${form.length}`),
        form + head('/calendar/v3/calendars', `Content-Length: ${length}\r\nConnection: close`),
        body,
      ]
      const answers = await exchange(site.base, pieces)
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(
        [200, 200, 400, 200].map((status) => `HTTP/1.1 ${status}`),
      )
      expect(answers.match(/"summary":"Ein Stück nach dem anderen"/g)).toHaveLength(3)
    })

    it.each([
      ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
      ['a length and pieces', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
      ['an unknown coding', 'Transfer-Encoding: chunked, identity\r\n'],
      ['a coding that is written oddly', 'Transfer-Encoding : chunked\r\n'],
    ])(
      'end with a request whose body has %s, and nothing behind it is read',
      async (_, headers) => {
        const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
        const head = `POST /calendar/v3/calendars HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
        const answer = await exchange(site.base, `${head}0\r\n\r\n${hidden}`)
        expect(answer).toMatch(/^HTTP\/1\.1 400 /)
        expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
      },
    )

    it('continue after a refusal', async () => {
      const user = await site.user()
      const body = '{"summary":'
      const request = (connection: string) =>
        `POST /calendar/v3/calendars HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n` +
        `Content-Length: ${body.length}\r\nConnection: ${connection}\r\n\r\n${body}`
      const answers = await exchange(site.base, request('keep-alive') + request('close'))
      expect(answers.match(/"parseError"/g)).toHaveLength(2)
    })
  })
})

onEmbeddedServer(
  'where a setting names origins, pages',
  (site) => {
    const allowedOrigins = async (Origin: string) => {
      const user = await site.user()
      const preflight = { Origin, 'Access-Control-Request-Method': 'PATCH' }
      const refresh = { grant_type: 'refresh_token', client_id: 'almanac-console' }
      const replies = [
        await user.get('/colors', { Origin }),
        await site.call('/calendar/v3/colors', { method: 'OPTIONS', headers: preflight }),
        await site.call('/token', {
          method: 'POST',
          headers: { Origin, 'Content-Type': formType },
          body: `${new URLSearchParams({ ...refresh, refresh_token: 'none' })}`,
        }),
      ]
      return replies.map(({ headers }) => headers['access-control-allow-origin'])
    }

    it('of these may read answers', async () => {
      const { Origin } = origin
      expect(await allowedOrigins(Origin)).toEqual([Origin, Origin, Origin])
    })

    it.each(['https://elsewhere.example', 'https://app.example.evil.test', 'null'])(
      'of others, such as %s, may not',
      async (Origin) => {
        expect(await allowedOrigins(Origin)).toEqual([undefined, undefined, undefined])
      },
    )

    it('of the server itself get tokens', async () => {
      expect((await allowedOrigins(site.base))[2]).toBe(site.base)
    })
  },
  { ALMANAC_CORS_ORIGINS: origin.Origin },
)
