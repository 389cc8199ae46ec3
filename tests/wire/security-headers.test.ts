import { expect, it } from 'vitest'
import { sendBatch } from '../support/batch-call.ts'
import { composeBatch } from '../support/multipart.ts'
import { exchange } from '../support/raw-socket.ts'
import { wireEngines } from '../support/server.ts'
import { onEmbedded } from '../support/sites.ts'

const embedded = wireEngines.find(({ name }) => name === 'sqlite')!
const close = 'Connection: close\r\n\r\n'

/** Nothing is loaded unless the rest of the policy names it, and no page frames the answer. */
const confining = /^(?=.*\bdefault-src 'none')(?=.*\bbase-uri 'none')(?=.*\bframe-ancestors 'none')/

const policiesIn = (head: string) =>
  [...head.matchAll(/^Content-Security-Policy: (.*?)\r?$/gim)].map(([, policy]) => policy!)

onEmbedded('every answer', (site) => {
  it.each([
    ['of an operation', 'GET', '/calendar/v3/colors'],
    ['with a refusal', 'GET', '/calendar/v3/nosuch'],
    ['to a preflight request', 'OPTIONS', '/calendar/v3/colors'],
    ['with the page of the console', 'GET', '/'],
    ['about signing in', 'GET', '/.well-known/openid-configuration'],
    ['with a page about books', 'GET', '/books?id=nosuch'],
    ['as a script', 'GET', '/calendar/v3/colors?callback=f&alt=json'],
    ['about health', 'GET', '/healthz'],
    ['to a device that shows no code', 'GET', '/device'],
    ['about a program that does not exist', 'GET', '/o/oauth2/v2/auth?client_id=nosuch'],
  ])(
    '%s says that its type is not to be guessed, and that no page may frame it',
    async (_, method, path) => {
      const request = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(site.base).host}\r\n${close}`
      const [head = ''] = (await exchange(site.base, request)).split('\r\n\r\n', 1)
      expect(head.match(/^X-Content-Type-Options: nosniff$/gim)).toHaveLength(1)
      expect(policiesIn(head)).toEqual([expect.stringMatching(confining)])
      expect(head).not.toMatch(/^Strict-Transport-Security:/im)
    },
  )

  it.each(['/', '/device', '/o/oauth2/v2/auth?client_id=nosuch'])(
    'with the page %s keeps its address from other sites',
    async (path) => {
      const { headers } = await site.call(path)
      expect(headers['content-type']).toMatch(/^text\/html/)
      expect(headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin)$/)
    },
  )

  it('to a batch, and to an invalid request, has it as well', async () => {
    const { base, token } = await site.user()
    const batch = composeBatch([{ line: 'GET /calendar/v3/colors' }])
    const reply = await sendBatch(batch, { base, token, path: '/batch' })
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    const unreadable = await exchange(base, 'nonsense\r\n\r\n')
    expect(unreadable).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/)
    expect(policiesIn(unreadable)).toEqual([expect.stringMatching(confining)])
  })

  it.each([
    ['no host', 'GET /healthz HTTP/1.1\r\n', 400],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n', 400],
    ['the same host twice', 'GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n', 400],
    ['two hosts for a preflight', 'OPTIONS / HTTP/1.1\r\nHost: a\r\nHost: b\r\n', 400],
    ['one host', 'GET /healthz HTTP/1.1\r\nHost: a.example\r\n', 200],
    ['no host in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n', 200],
  ])('to a request with %s has the right status', async (_, head, status) => {
    const answer = await exchange(site.base, `${head}${close}`)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    if (status === 400) expect(answer).toContain('"message":"A request must name one host."')
  })
})

it('a production server with a public https address requires https, and gives console codes to that address only', async () => {
  await using place = await embedded.place()
  const publicUrl = 'https://calendar.example.com'
  const { base } = await place.start({
    ALMANAC_MODE: 'production',
    ALMANAC_PUBLIC_URL: publicUrl,
    ALMANAC_TRUSTED_PROXIES: '127.0.0.1',
  })
  const head = async (path: string, host: string) =>
    exchange(
      base,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: ${host}\r\n${close}`,
    )
  const strict = /\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n/i
  for (const path of ['/healthz', '/', '/.well-known/openid-configuration']) {
    expect(await head(path, 'calendar.example.com')).toMatch(strict)
  }
  expect(await exchange(base, 'nonsense\r\n\r\n')).toMatch(strict)
  const asked = (host: string, redirectUri: string) =>
    head(
      `/o/oauth2/v2/auth?${new URLSearchParams({
        response_type: 'code',
        client_id: 'almanac-console',
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })}`,
      host,
    )
  expect(await asked('evil.test', 'https://evil.test/signed-in')).toMatch(/^HTTP\/1\.1 400 /)
  const good = await asked('calendar.example.com', `${publicUrl}/signed-in`)
  expect(good).toMatch(/^HTTP\/1\.1 30[23] /)
})
