import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { TargetRules } from './target-rules.ts'

const fetchWhere = (privateAddresses: 'allow' | 'deny', timeoutMs = 5_000) =>
  guardedFetch({
    rules: new TargetRules({ privateAddresses }),
    timeoutMs,
    replyBytesMax: 1_000,
  })

async function listen(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('a guarded fetch', () => {
  it('returns the answer of an address that is allowed', async () => {
    await using server = await listen((_, response) => void response.end('{"a":1}'))
    const reply = await fetchWhere('allow')(server.address, {})
    expect([reply.status, await reply.json()]).toEqual([200, { a: 1 }])
  })

  it.each(['http://127.0.0.1:1/', 'https://127.0.0.1/', 'https://10.1.2.3/', 'http://x.example/'])(
    'does not connect to %s where private addresses are denied',
    async (address) => {
      await expect(fetchWhere('deny')(address, {})).rejects.toThrow('is no public address')
    },
  )

  it('follows no redirect', async () => {
    await using server = await listen(
      (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
    )
    expect((await fetchWhere('allow')(server.address, {})).status).toBe(302)
  })

  it('rejects a response that is too long', async () => {
    await using server = await listen((_, response) => void response.end('a'.repeat(1_001)))
    await expect(fetchWhere('allow')(server.address, {})).rejects.toThrow('more than 1000 bytes')
  })

  it('waits for an answer only so long', async () => {
    await using server = await listen(() => {})
    await expect(fetchWhere('allow', 20)(server.address, {})).rejects.toThrow()
  })
})
