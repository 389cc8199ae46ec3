import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openSocket, readToEnd } from '../support/calling.ts'
import { onBarePaths, onEmbeddedServer, type Site } from '../support/sites.ts'

const pageOf = (site: Site) => site.call('/')
const scriptOf = async (site: Site) => {
  const { text } = await pageOf(site)
  return /src="(\/assets\/[^"]+\.js)"/.exec(text)![1]!
}

describe('the console is served', () => {
  onEmbeddedServer('with files', (site) => {
    it('at the start, as one page that is revalidated each time', async () => {
      const { status, headers, text } = await pageOf(site)
      expect(status).toBe(200)
      expect(headers['content-type']).toMatch(/^text\/html/)
      expect(headers['cache-control']).toBe('no-cache')
      expect(text).toContain('<div id="root">')
    })

    it('under a policy that lets in nothing from elsewhere and no code in the page', async () => {
      const { headers } = await pageOf(site)
      const policy = headers['content-security-policy']
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
    })

    it('with scripts that browsers keep for good', async () => {
      const { status, headers } = await site.call(await scriptOf(site))
      expect(status).toBe(200)
      expect(headers['content-type']).toMatch(/javascript/)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    })

    it('compressed as the browser likes it', async () => {
      const path = await scriptOf(site)
      const plain = await site.call(path)
      const ask = (encoding: string) =>
        site.call(path, { headers: { 'Accept-Encoding': encoding } })
      const brotli = await ask('gzip, deflate, br')
      expect(brotli.headers['content-encoding']).toBe('br')
      expect(brotli.headers.vary).toContain('Accept-Encoding')
      expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
      const gzip = await ask('gzip')
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
      expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
      for (const { headers } of [plain, brotli, gzip]) expect(headers.vary).toBe('Accept-Encoding')
    })

    it('in less than 115 kB for the first load', async () => {
      const { text } = await site.call('/')
      const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)]
      const paths = ['/', ...files.map(([, path]) => path!)]
      const replies = await Promise.all(
        paths.map((path) => site.call(path, { headers: { 'Accept-Encoding': 'br' } })),
      )
      const total = replies.reduce((sum, reply) => sum + reply.bytes.length, 0)
      expect(total).toBeLessThan(115_000)
    })

    it('not again to those who have it', async () => {
      const { headers } = await pageOf(site)
      const again = await site.call('/', { headers: { 'If-None-Match': headers.etag! } })
      expect(again.status).toBe(304)
      expect(again.bytes).toHaveLength(0)
      expect(again.headers.vary).toBe('Accept-Encoding')
    })

    it('without a body to HEAD, and whole to those who ask for a part', async () => {
      const whole = await pageOf(site)
      const head = await site.call('/', { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(head.headers['content-length']).toBe(String(whole.bytes.length))
      expect(head.bytes).toHaveLength(0)
      const part = await site.call('/', { headers: { Range: 'bytes=9-2' } })
      expect(part.status).toBe(200)
      expect(part.text).toBe(whole.text)
    })

    it.each([
      '/calendar',
      '/calendar/',
      '/calendar/event?eid=abc',
      '/books',
      '/books?q=dune',
      '/ads/1/2',
      '/developers',
      '/admin/users',
      '/signed-in?code=x',
    ])('as the same page at %s', async (path) => {
      const { status, text, headers } = await site.call(path)
      expect(status).toBe(200)
      expect(text).toBe((await pageOf(site)).text)
      expect(headers['cache-control']).toBe('no-cache')
    })
  })

  onEmbeddedServer('without standing in the way:', (site) => {
    it.each([
      '/calendar/v3/nothing/here',
      '/calendar/v9/calendars',
      '/books/v1/nothing',
      '/admin/v1/nothing',
      '/almanac/v1/nothing',
      '/assets/missing.js',
      '/assets/',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/%',
      '/assets/__proto__',
      '/books?id=nobody',
      '/nothing',
      '/favicon.ico',
      '/index.html',
    ])('GET %s stays a 404 in JSON', async (path) => {
      const { status, json, headers } = await site.call(path)
      expect(status).toBe(404)
      expect(json.error!.code).toBe(404)
      expect(headers['cache-control'] ?? '').not.toContain('immutable')
    })

    it.each(['/package.json', '/../package.json', '/assets/../../../package.json', '/.git/config'])(
      'no file outside of the build is given for %s',
      async (path) => {
        const socket = await openSocket(site.base)
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
        const answer = await readToEnd(socket)
        expect(answer).toMatch(/^HTTP\/1\.1 404 /)
      },
    )

    it('a path that is not well encoded stays a refusal', async () => {
      expect((await site.call('/calendar/%zz')).status).toBe(400)
    })

    it.each(['POST', 'PUT', 'DELETE'])('%s of a page is unknown', async (method) => {
      expect((await site.call('/calendar', { method })).status).toBe(404)
    })

    it('health, discovery and the interfaces answer as ever', async () => {
      expect((await site.call('/healthz')).json).toEqual({ status: 'ok' })
      expect((await site.call('/discovery/v1/apis')).status).toBe(200)
      expect((await site.call('/.well-known/openid-configuration')).status).toBe(200)
      expect((await site.call('/calendar/v3/calendars/primary')).status).toBe(401)
      expect((await site.call('/admin/v1/users')).status).toBe(401)
      expect((await site.call('/device')).headers['content-type']).toMatch(/^text\/html/)
    })
  })

  onEmbeddedServer(
    'not at all when it is switched off:',
    (site) => {
      it.each(['/', '/calendar', '/signed-in', '/assets/x.js'])('%s is unknown', async (path) => {
        const { status, json } = await site.call(path)
        expect(status).toBe(404)
        expect(json.error!.code).toBe(404)
      })

      it('and nobody can sign in to it', async () => {
        const { status, text } = await site.call(
          `/o/oauth2/v2/auth?client_id=almanac-console&response_type=code&scope=openid&redirect_uri=${site.base}/signed-in`,
        )
        expect(status).toBe(400)
        expect(text).toContain('invalid_client')
      })
    },
    { ALMANAC_CONSOLE: 'off' },
  )

  onBarePaths('beside services at bare paths', (site) => {
    it('at its usual address', async () => {
      expect((await site.call('/calendar')).status).toBe(200)
      expect((await site.call('/v3/nothing')).json.error!.code).toBe(404)
    })

    it('with a redirect', async () => {
      const { text, headers } = await pageOf(site)
      expect(text).toContain('&quot;/calendar/v3&quot;:&quot;/v3&quot;')
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      const head = await site.call('/', { method: 'HEAD' })
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(text)))
    })
  })
})
