import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, ProxyAgent, request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Interception, openInterception } from './interception.ts'

const folder = mkdtempSync(join(tmpdir(), 'interception-'))
const refused: string[] = []
/** Stands in for the server: repeats what it was asked. */
const server = createServer(async (message, response) => {
  const body = await Array.fromAsync(message)
  const { method, url, headers } = message
  response.setHeader('Set-Cookie', ['a=1', 'b=2'])
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(body).toString() }))
})
let interception: Interception
let through: ProxyAgent

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  interception = await openInterception({
    folder,
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allowed: [],
    onRefused: (host) => refused.push(host),
    nowMs: Date.now(),
  })
  const { HTTPS_PROXY, SSL_CERT_FILE } = interception.environment
  const ca = readFileSync(SSL_CERT_FILE!, 'utf8')
  through = new ProxyAgent({ uri: HTTPS_PROXY!, requestTls: { ca }, proxyTunnel: true })
})

afterAll(async () => {
  await through.destroy()
  await interception[Symbol.asyncDispose]()
  server.close()
  rmSync(folder, { recursive: true })
})

it('requests to an original host arrive at the server with its name, path and body', async () => {
  const { statusCode, headers, body } = await request(
    'https://www.googleapis.com/calendar/v3/x?y=%20z',
    { method: 'POST', body: 'text', headers: { authorization: 'Bearer t' }, dispatcher: through },
  )
  expect([statusCode, headers['set-cookie']]).toEqual([200, ['a=1', 'b=2']])
  expect(await body.json()).toMatchObject({
    method: 'POST',
    url: '/calendar/v3/x?y=%20z',
    body: 'text',
    headers: {
      host: 'www.googleapis.com',
      'x-forwarded-proto': 'https',
      authorization: 'Bearer t',
    },
  })
})

it('requests to other hosts are rejected and reported once', async () => {
  for (const path of ['/one', '/two']) {
    await expect(request(`https://example.com${path}`, { dispatcher: through })).rejects.toThrow(
      '403',
    )
  }
  expect(refused).toEqual(['example.com'])
})

it.each([
  ['http://example.net/', 403, 'does not let requests to example.net pass'],
  ['http://www.googleapis.com/books/v1/volumes', 200, '"url":"/books/v1/volumes"'],
  ['/path', 400, 'This is a proxy'],
])('the proxy answers a request without TLS for %s with %i', async (target, status, text) => {
  const { HTTP_PROXY } = interception.environment
  const dispatcher = new Agent()
  const reply = await dispatcher.request({ origin: HTTP_PROXY!, path: target, method: 'GET' })
  expect([reply.statusCode, await reply.body.text()]).toEqual([
    status,
    expect.stringContaining(text),
  ])
  await dispatcher.destroy()
})

it('only the owner can read the files, which contain no private key', () => {
  for (const name of ['authority.pem', 'authorities.pem', 'authorities.jks']) {
    const path = join(folder, name)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'latin1')).not.toContain('PRIVATE KEY')
  }
  const read = new X509Certificate(readFileSync(join(folder, 'authority.pem')))
  expect(read.issuer).toContain('Almanac')
})
