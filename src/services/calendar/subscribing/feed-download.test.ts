import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { TargetRules, type TargetSettings } from '#/kernel/outgoing/target-rules.ts'
import { feedDownloads } from './feed-download.ts'

const unknown = { etag: null, lastModified: null }
const onLoopback = { privateAddresses: 'allow', hosts: ['127.0.0.1'] } as const

async function downloaded(
  answer: RequestListener,
  { settings = onLoopback as TargetSettings, known = unknown } = {},
) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const download = feedDownloads({ rules: new TargetRules(settings), feedBytesMax: 1000 })
    return await download(`http://127.0.0.1:${port}/a.ics`, known, new AbortController().signal)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

describe('a download', () => {
  it('returns the text and what identifies its version', async () => {
    const found = await downloaded((_, response) => {
      response.writeHead(200, { ETag: '"1"', 'Last-Modified': 'then' }).end('\ufefftext ü')
    })
    const version = { etag: '"1"', lastModified: 'then' }
    expect(found).toEqual({ isSame: false, text: 'text ü', version })
  })

  it('restores characters that are split by folds', async () => {
    const [first, second] = Buffer.from('ü')
    const parts = [Buffer.of(first!), Buffer.from('\r\n '), Buffer.of(second!)]
    const found = await downloaded((_, response) => response.end(Buffer.concat(parts)))
    expect(found).toMatchObject({ text: 'ü' })
  })

  it('requests only versions other than the known one', async () => {
    const known = { etag: '"1"', lastModified: 'then' }
    const answer: RequestListener = ({ headers }, response) => {
      const isKnown = headers['if-none-match'] === '"1"' && headers['if-modified-since'] === 'then'
      response.writeHead(isKnown ? 304 : 200).end()
    }
    expect(await downloaded(answer, { known: known as never })).toEqual({ isSame: true })
  })

  it('follows redirects', async () => {
    const found = await downloaded(({ url }, response) => {
      if (url === '/a.ics') response.writeHead(302, { Location: '/b.ics' }).end()
      else response.end(url)
    })
    expect(found).toMatchObject({ text: '/b.ics' })
  })

  const deny: TargetSettings = { privateAddresses: 'deny' }
  it.each<[string, RequestListener, TargetSettings | undefined, RegExp]>([
    ['a private address', (_, response) => response.end('text'), deny, /no public address/],
    ['a redirect to a forbidden host', redirect('http://localhost:1/'), undefined, /localhost/],
    ['a redirect to another scheme', redirect('file:///etc/hostname'), undefined, /file:/],
    ['a circle of redirects', redirect('/a.ics'), undefined, /more than 5 times/],
    ['a text that is too long', (_, response) => response.end('x'.repeat(1001)), undefined, /1000/],
    ['a text that is not UTF-8', (_, response) => response.end(Buffer.of(255)), undefined, /UTF-8/],
    ['an error', (_, response) => response.writeHead(404).end(), undefined, /answered 404/],
    ['a connection that breaks', (_, response) => response.destroy(), undefined, /downloaded/],
  ])('refuses %s', async (_, answer, settings, message) => {
    await expect(downloaded(answer, settings && { settings })).rejects.toThrow(message)
  })
})

function redirect(to: string): RequestListener {
  return (_, response) => {
    response.writeHead(301, { Location: to }).end()
  }
}
